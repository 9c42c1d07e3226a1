/** A QR code as a page draws it. */
export interface QrCode {
  /** Modules on a side. */
  readonly size: number;
  /** Of an SVG, one unit for a module. */
  readonly path: string;
}
