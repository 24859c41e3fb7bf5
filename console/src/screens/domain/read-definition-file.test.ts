import { expect, test } from 'vitest';
import { faultyLine, readDefinitionFile } from './read-definition-file.ts';

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? Buffer.from(part) : part)]));

test('a file that is no text is refused with the line', async () => {
  expect(faultyLine(bytes('a: é\n', 'b: 2'))).toBeNull();
  expect(faultyLine(bytes('a: 1\nb: ', [0xe9], '\nc: 3\n'))).toBe(2);
  expect(faultyLine(bytes('a\n', [0], 'b'))).toBe(2);
  await expect(readDefinitionFile(new File([bytes('x\n', [0xff])], 'old.yaml'))).rejects.toThrow(
    'old.yaml, line 2',
  );
  await expect(readDefinitionFile(new File([new Uint8Array(2 ** 20 + 1)], 'big.yaml'))).rejects.toThrow(
    /big\.yaml has .*1 MiB/,
  );
  expect(await readDefinitionFile(new File(['a: 1\r\nb: 2'], 'dos.yaml'))).toBe('a: 1\nb: 2');
});
