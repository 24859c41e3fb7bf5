/** Numbers with units, as the pages of the operator show them. */
const KIB = 1024;
const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** «512 B», «1.5 MiB»: at most three digits. */
export function shownBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / KIB ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${byteUnits[power]}`;
}

/** «0.12 ms», «8.5 ms», «230 ms», «1.2 s»; a dash where nothing was measured. */
export function shownMs(ms: number | null): string {
  if (ms === null) return '–';
  if (ms >= 1000) return `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  return `${ms.toLocaleString('en', { maximumFractionDigits: ms < 1 ? 2 : ms < 10 ? 1 : 0 })} ms`;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** «42 s», «5 min», «3 h 20 min», «2 d 4 h». */
export function shownSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE_S) return `${whole} s`;
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min`;
  if (whole < DAY_S) return `${Math.floor(whole / HOUR_S)} h ${Math.floor((whole % HOUR_S) / MINUTE_S)} min`;
  return `${Math.floor(whole / DAY_S)} d ${Math.floor((whole % DAY_S) / HOUR_S)} h`;
}
