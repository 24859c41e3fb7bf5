/** Web and mail addresses are not read: their words state nothing. Every unit stays or becomes a space. */

const addresses = [
  '\\b(?:https?|ftp|ssh|git|wss?|mailto|tel):(?:\\/\\/)?[^\\s<>"\'`)\\]}]{1,2000}',
  '\\bwww\\.[^\\s<>"\'`)\\]}]{1,500}',
  '(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}',
];
const address = new RegExp(addresses.join('|'), 'gi');

export function withoutAddresses(text: string): string {
  if (!/[@:.]/.test(text)) return text;
  return text.replace(address, (found) => {
    // The stop after an address ends the sentence.
    const stop = /[.,;:!?]+$/.exec(found)?.[0] ?? '';
    return ' '.repeat(found.length - stop.length) + stop;
  });
}
