/**
 * Entry file of the thread that reads definitions of callers, with an encoder and a gazetteer of its own. The
 * modules that read texts are loaded apart: most checks are answered before these would be there.
 */
import { keepParsedPhrases } from '../domains/phrase-pattern.ts';
import { createDefinitionCheck } from '../people/reading/check/check-definition.ts';
import {
  type CheckedDefinition,
  type CheckMessage,
  unreadable,
} from '../people/reading/check/check-protocol.ts';
import type { TryTexts } from '../people/reading/check/create-text-trial.ts';
import { nativePart } from '../platform/threads/native-part.ts';
import { serveCalls } from '../platform/threads/serve-calls.ts';

/** Over the phrases of the longest definition that ships. */
const KEPT_PHRASES_CHARACTERS = 1_000_000;

let opened: Promise<TryTexts> | undefined;
const trial = () => {
  opened ??= open();
  return opened;
};

async function open(): Promise<TryTexts> {
  const [{ createTextTrial }, { EmbeddedTextEncoder }, { openGazetteer }] = await nativePart(() =>
    Promise.all([
      import('../people/reading/check/create-text-trial.ts'),
      import('../engines/encoders/embedded/embedded-text-encoder.ts'),
      import('../people/places/gazetteer.ts'),
    ]),
  );
  const [encoder, { resolve: resolvePlace, resolveGiven, populationOf, mayBeginPlace }] = await Promise.all([
    EmbeddedTextEncoder.open({ inline: true }),
    openGazetteer(),
  ]);
  return createTextTrial({ encoder, resolvePlace, resolveGiven, populationOf, mayBeginPlace });
}

keepParsedPhrases(KEPT_PHRASES_CHARACTERS);
const check = createDefinitionCheck(trial);

serveCalls<CheckMessage, CheckedDefinition>(async (message) => {
  if ('prepare' in message) {
    if (message.prepare === 'tools') await trial();
    return unreadable('');
  }
  const checked = await check(message);
  // A text is often tried after the first check.
  if (opened === undefined) setImmediate(() => void trial().catch(() => (opened = undefined)));
  return checked;
});
