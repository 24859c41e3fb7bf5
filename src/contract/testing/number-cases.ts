/** One table of written numbers for every way in: HTTP, lines, files of people, datasets and catalogues. */

export interface NumberCase {
  /** As JSON has it. */
  readonly text: string;
  /** Whether a 64-bit float keeps the digits; where not, it is refused wherever no id is expected. */
  readonly isKept: boolean;
  /** The number as an id; null: it is none. */
  readonly id: string | null;
}

const kept = (text: string, id: string | null): NumberCase => ({ text, isKept: true, id });
const lost = (text: string, id: string | null): NumberCase => ({ text, isKept: false, id });

export const numberCases: readonly NumberCase[] = [
  kept('0', '0'),
  kept('-0', '0'),
  kept('42', '42'),
  kept('-5', '-5'),
  kept('1.0', '1'),
  kept('1e2', '100'),
  kept('100e-2', '1'),
  kept('1e22', '10000000000000000000000'),
  kept('1e23', '100000000000000000000000'),
  kept('9007199254740991', '9007199254740991'),
  kept('9007199254740992', '9007199254740992'),
  kept('9007199254740994', '9007199254740994'),
  // JSON.stringify(2 ** 60)
  kept('1152921504606847000', '1152921504606847000'),
  kept('0.1', null),
  kept('-1.5', null),
  kept('0.30000000000000004', null),
  // 0.1 as printf("%.17g") has it.
  kept('0.10000000000000001', null),
  kept('38.722251999999997', null),
  kept('0.1000000000000000055511151231257827021181583404541015625', null),
  kept('1.7976931348623157e308', null),
  kept('4.9E-324', null),
  lost('9007199254740993', '9007199254740993'),
  lost('-9007199254740993', '-9007199254740993'),
  lost('76561197980428155', '76561197980428155'),
  lost('76561197980428155.0', '76561197980428155'),
  lost('7.6561197980428155e16', '76561197980428155'),
  lost('1152921504606846976', '1152921504606846976'),
  lost('18446744073709551615', '18446744073709551615'),
  lost('12345678901234567890123456789012345678', '12345678901234567890123456789012345678'),
  lost('0.1234567890123456789012', null),
  lost('9007199254740993.5', null),
  lost('1e400', null),
  lost('-1e400', null),
  lost('1e-400', null),
];

/** For those that have two of everything: integers that one float stands for. */
export const twins = ['76561197980428154', '76561197980428155'] as const;
