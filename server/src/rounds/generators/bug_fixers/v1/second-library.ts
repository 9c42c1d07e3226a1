/**
 * A second library, by what tasks say: for each sentence another way to do it, written without a look at the first. Its functions are called `f`.
 * `A` and `B` stand for the numbers that the sentence names, in order.
 */
export const otherWays: readonly (readonly [says: RegExp, source: string])[] = [
  [
    /greater than (\d+)\.$/,
    'function f(x) { let n = 0; let i = x.length; while (i > 0) { i--; n += x[i] <= A ? 0 : 1; } return n; }',
  ],
  [
    /^Adds up the numbers from (\d+) to (\d+)/,
    'function f(x) { let s = 0; for (let i = 0; i < x.length; i++) { if (!(x[i] < A || x[i] > B)) s = s + x[i]; } return s; }',
  ],
  [
    /none of which is less than (\d+)/,
    `function f(x) {
      let best = 0;
      for (let from = 0; from < x.length; from++) {
        let to = from;
        while (to < x.length && x[to] >= A) to++;
        best = Math.max(best, to - from);
      }
      return best;
    }`,
  ],
  [
    /^Gives the second largest of the different numbers, and (\d+)/,
    `function f(x) {
      let best = -1000;
      for (const one of x) for (const other of x) if (one < other) {
        let between = 0;
        for (const third of x) if (third > one && third !== other) between++;
        let top = true;
        for (const third of x) if (third > other) top = false;
        if (top) best = Math.max(best, one);
      }
      return best < -500 ? A : best;
    }`,
  ],
  [
    /whichever is larger, less (\d+)/,
    `function f(x) {
      if (x.length <= 1) return 0;
      const gaps = [];
      let last = x[0];
      for (const each of x) { gaps.push(each > last ? each - last : last - each); last = each; }
      let most = gaps[0];
      while (gaps.length > 0) most = Math.max(most, gaps.pop());
      return most - A;
    }`,
  ],
  [
    /more than (\d+) greater than the number right before/,
    'function f(x) { let n = 0; let last = 1000; for (const each of x) { if (each >= last + A + 1) n++; last = each; } return n; }',
  ],
  [
    /largest sum of (\d+) numbers in a row/,
    `function f(x) {
      let best = null;
      for (let i = 0; i + A <= x.length; i++) {
        let s = 0;
        for (const each of x.slice(i, i + A)) s += each;
        if (best === null || best < s) best = s;
      }
      return best === null ? 0 : best;
    }`,
  ],
  [
    /sum is (\d+) or more for the first time/,
    `function f(x) {
      let left = A;
      let at = 0;
      for (const each of x) { left -= each; if (left <= 0) return at; at++; }
      return 0 - 1;
    }`,
  ],
  [
    /where the earlier is more than (\d+) greater/,
    'function f(x) { let n = 0; for (let j = 0; j < x.length; j++) for (const e of x.slice(0, j)) if (e >= x[j] + A + 1) n++; return n; }',
  ],
  [
    /each is more than (\d+) greater than the one chosen before/,
    `function f(x) {
      const tails = [];
      for (const each of x) {
        let n = tails.length;
        while (n > 0 && tails[n - 1] + A >= each) n--;
        if (n === tails.length || each < tails[n]) tails[n] = each;
      }
      return tails.length;
    }`,
  ],
  [
    /^Takes (\d+) off each number and gives the largest sum/,
    `function f(x) {
      let best = -1000;
      for (let i = 0; i < x.length; i++) {
        let s = 0;
        for (let j = i; j < x.length; j++) { s += x[j] - A; best = Math.max(best, s); }
      }
      return x.length === 0 ? 0 : best;
    }`,
  ],
  [
    /first number counted (\d+) times/,
    `function f(x) {
      const out = [];
      for (const each of x) out.push(out.length === 0 ? A * each : out[out.length - 1] + each);
      return out;
    }`,
  ],
  [
    /^Gives each number greater than (\d+) once/,
    'function f(x) { const out = []; for (let i = 0; i < x.length; i++) if (x.indexOf(x[i]) === i && x[i] >= A + 1) out.push(x[i]); return out; }',
  ],
  [
    /^Moves each number (\d+) places towards the end/,
    'function f(x) { const out = x.slice(); for (let i = 0; i < A; i++) if (out.length > 0) out.unshift(out.pop()); return out; }',
  ],
  [
    /by their distance from (\d+), the nearest first/,
    `function f(x) {
      let left = x.slice();
      const out = [];
      while (left.length > 0) {
        let at = 0;
        for (let i = 1; i < left.length; i++) {
          const one = Math.abs(left[i] - A);
          const other = Math.abs(left[at] - A);
          if (one < other || (one === other && left[i] < left[at])) at = i;
        }
        out.push(left[at]);
        left = left.slice(0, at).concat(left.slice(at + 1));
      }
      return out;
    }`,
  ],
  [
    /at most (\d+) places away from it/,
    `function f(x) {
      const out = [];
      for (let i = 0; i < x.length; i++) {
        let top = -1000;
        for (const each of x.slice(Math.max(0, i - A), i + A + 1)) top = Math.max(top, each);
        out.push(top);
      }
      return out;
    }`,
  ],
  [
    /^Replaces each number less than (-?\d+) by \S+ and each greater than (\d+) by/,
    'function f(x) { const out = []; for (const each of x) out.push(Math.min(B, Math.max(A, each))); return out; }',
  ],
  [
    /^Gives for each number but the first (\d+) by how much/,
    'function f(x) { const out = []; const old = x.slice(0, A); for (const each of x.slice(A)) { out.push(each - old.shift()); old.push(each); } return out; }',
  ],
  [
    /^Puts the numbers less than (\d+) before/,
    'function f(x) { let out = []; for (const each of x) if (each < A) out.push(each); for (const each of x) if (!(each < A)) out.push(each); return out; }',
  ],
  [
    /into groups of (\d+) from its start/,
    'function f(x) { let out = []; for (let i = 0; i < x.length; i += A) out = out.concat(x.slice(i, i + A).reverse()); return out; }',
  ],
  [
    /coins of 1, (\d+) and (\d+) whose/,
    `function f(x) {
      const sum = x % 60;
      let best = sum;
      for (let a = 0; a * A <= sum; a++) for (let b = 0; a * A + b * B <= sum; b++) best = Math.min(best, a + b + sum - a * A - b * B);
      return best;
    }`,
  ],
  [
    /the one before it (\d+) times/,
    `function f(x) {
      const digits = String(x).split('').reverse();
      let sum = 0;
      for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : A);
      return sum;
    }`,
  ],
  [
    /whole numbers from (\d+) to the number itself/,
    'function f(x) { let n = 0; for (let d = x; d >= A; d--) if (Math.floor(x / d) * d === x) n++; return n; }',
  ],
  [
    /by the one (\d+) places later in the alphabet/,
    `function f(x) {
      const out = [];
      for (const sign of x) {
        const twice = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz';
        out.push(sign === ' ' ? sign : twice.charAt(twice.indexOf(sign) + A));
      }
      return out.join('');
    }`,
  ],
  [
    /words of (\d+) letters or more/,
    "function f(x) { let n = 0; for (const word of x.split(' ')) if (word.length >= A) n++; return n; }",
  ],
  [
    /stretch of (\d+) or more equal signs/,
    `function f(x) {
      const runs = [];
      for (const sign of x) {
        const last = runs[runs.length - 1];
        if (last !== undefined && last.sign === sign) last.count += 1;
        else runs.push({ sign: sign, count: 1 });
      }
      let out = '';
      for (const run of runs) out += run.count >= A ? String(run.count) + run.sign : run.sign.repeat(run.count);
      return out;
    }`,
  ],
  [
    /same in both directions, less (\d+)/,
    `function f(x) {
      if (x.length === 0) return 0;
      for (let size = x.length; size > 0; size--) {
        for (let i = 0; i + size <= x.length; i++) {
          const part = x.slice(i, i + size);
          if (part === part.split('').reverse().join('')) return size - A;
        }
      }
      return 0;
    }`,
  ],
];
