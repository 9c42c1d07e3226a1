/** A text as a QR code: the path of an SVG. The library is loaded with the first one. */
import type { QrCode } from '../html/qr-code.ts';

export async function qrCode(text: string): Promise<QrCode> {
  const { default: qrcode } = await import('qrcode-generator');
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const size = code.getModuleCount();
  let path = '';
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  return { size, path };
}
