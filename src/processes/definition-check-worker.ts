/** Entry file of the thread that reads definitions of callers, with an encoder and a gazetteer of its own. */
import { EmbeddedTextEncoder } from '../engines/encoders/embedded/embedded-text-encoder.ts';
import { openGazetteer } from '../people/places/gazetteer.ts';
import { checkDefinition } from '../people/reading/check/check-definition.ts';
import {
  type CheckedDefinition,
  type CheckMessage,
  unreadable,
} from '../people/reading/check/check-protocol.ts';
import type { ExtractionTools } from '../people/reading/compile-extractor.ts';
import { serveCalls } from '../platform/threads/serve-calls.ts';

let opened: Promise<ExtractionTools> | undefined;
const tools = () => {
  opened ??= open();
  return opened;
};

async function open(): Promise<ExtractionTools> {
  const [encoder, { resolve: resolvePlace, populationOf, mayBeginPlace }] = await Promise.all([
    EmbeddedTextEncoder.open({ inline: true }),
    openGazetteer(),
  ]);
  return { encoder, resolvePlace, populationOf, mayBeginPlace };
}

serveCalls<CheckMessage, CheckedDefinition>(async (message) => {
  if (!('prepare' in message)) return checkDefinition(message, tools);
  if (message.prepare === 'tools') await tools();
  return unreadable('');
});
