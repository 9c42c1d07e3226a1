import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalWeights, weightsJson } from './weights-text.ts';

describe('weightsJson', () => {
  it('sends decimal text digit for digit, as JSON numbers', () => {
    expect(weightsJson({ 'BTC-USD': '0.50', 'ETH-USD': '0.12345678901234567890', X: '5e-1', Y: 0.3, Z: 1e-7 })).toBe(
      '{"BTC-USD":0.50,"ETH-USD":0.12345678901234567890,"X":5e-1,"Y":0.3,"Z":1e-7}',
    );
    expect(weightsJson({})).toBe('{}');
  });

  it.each(['', '.5', '5.', '+1', '01', '0x1', '1,5', 'NaN', '0.5}', ' 0.5', '0.5\n', Number.NaN, Infinity])(
    'refuses %j, which is no JSON number',
    (weight) => {
      expect(() => weightsJson({ 'BTC-USD': weight })).toThrow(/weight of BTC-USD/);
    },
  );

  it('lets the service refuse what is a number and no weight', () => {
    expect(weightsJson({ 'BTC-USD': -1 })).toBe('{"BTC-USD":-1}');
  });
});

describe('canonicalWeights', () => {
  it('sorts by code unit, cuts at 18 places, drops zeros', () => {
    expect(
      canonicalWeights({ 'ETH-USD': '1e-3', 'BTC-USD': '0.01234567890123456789', 'A"b': '0', 'é-USD': '0.250' }),
    ).toBe('{"BTC-USD":"0.012345678901234567","ETH-USD":"0.001","é-USD":"0.25"}');
    expect(canonicalWeights({ a: 1, B: '1.0', c: '0.0000000000000000009', d: '100e-2', e: 1e-7 })).toBe(
      '{"B":"1","a":"1","d":"1","e":"0.0000001"}',
    );
    expect(canonicalWeights({})).toBe('{}');
  });

  it('refuses what the service never accepts', () => {
    for (const weight of ['-0.1', '1e-401', `0.${'1'.repeat(70)}`]) {
      expect(() => canonicalWeights({ X: weight })).toThrow(RangeError);
    }
  });

  it('is the same number as was written, at every exponent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.nat(20), (digits, zeros) => {
        // digits * 10^-18, written with another exponent.
        const text = `${digits}${'0'.repeat(zeros)}e-${18 + zeros}`;
        const whole = digits / 10n ** 18n;
        const places = (digits % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/, '');
        const plain = places === '' ? `${whole}` : `${whole}.${places}`;
        expect(canonicalWeights({ X: text })).toBe(`{"X":"${plain}"}`);
        expect(canonicalWeights({ X: plain })).toBe(canonicalWeights({ X: text }));
      }),
    );
  });
});
