/**
 * YAML for the editor. The parser's tree of a text with thousands of open brackets may be deeper than the
 * stack. The edit would be lost with the error, so such a text has no tree, and no colours.
 */
import { yamlLanguage } from '@codemirror/lang-yaml';
import { Language, LanguageSupport } from '@codemirror/language';
import { type Input, NodeType, Parser, type PartialParse, Tree } from '@lezer/common';

class ForgivingParser extends Parser {
  override createParse(...args: Parameters<Parser['createParse']>): PartialParse {
    const parse = yamlLanguage.parser.createParse(...args);
    return {
      advance: () => advanced(parse, args[0]),
      get parsedPos() {
        return parse.parsedPos;
      },
      stopAt: (position) => parse.stopAt(position),
      get stoppedAt() {
        return parse.stoppedAt;
      },
    };
  }
}

function advanced(parse: PartialParse, { length }: Input): Tree | null {
  try {
    return parse.advance();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Tree(NodeType.none, [], [], length);
  }
}

export const yaml = new LanguageSupport(new Language(yamlLanguage.data, new ForgivingParser(), [], 'yaml'));
