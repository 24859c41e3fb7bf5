import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { writtenPath } from './blocks.ts';
import { readDocument } from './read-document.ts';

const pairsOf = (text: string) =>
  Object.fromEntries(readDocument(text).pairs.map(({ path, value }) => [writtenPath(path), value]));
const linesOf = (text: string) =>
  readDocument(text)
    .readable.split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

describe('a file of rows', () => {
  it('may have line ends and quotation marks in its cells', () => {
    const tabs = 'sku\tname\tprice\tnote\nA1\t"Long\nbag"\t36\t"two ""big"" ones\nand more"\n';
    expect(pairsOf(tabs)).toMatchObject({ name: 'Long\nbag', price: '36' });
    const commas = `${tabs.replaceAll('\t', ',')}`;
    expect(pairsOf(commas)).toMatchObject({ name: 'Long\nbag', price: '36' });
    expect(pairsOf('sku\tsize\tprice\tname\nB2\t17" wide\t20\tDesk\n')).toMatchObject({ size: '17" wide' });
  });

  it('may have heads of several words', () => {
    const rows =
      'Investor Name,Geography,Check Size,Stages,Investment Thesis\nLarkfield,USA,$1M,Seed,Health\n';
    expect(pairsOf(rows)).toMatchObject({ Geography: 'USA', 'Check Size': '$1M' });
  });
});

describe('a document of any kind', () => {
  const piece = fc.constantFrom(
    ...[
      '{"a": ',
      '[1, ',
      '"x y"',
      '}',
      ']',
      '\n',
      '# Head\n',
      '- item ',
      '| a | b |\n',
      '|---|---|\n',
      'a,b,c,d\n',
    ],
    ...[
      '<p>',
      '</b>',
      '<!--',
      '&amp;',
      '```\n',
      '[x](http://y.z)',
      'key: ',
      '  - ',
      'f(a=',
      '"',
      "'",
      '\t',
      'é',
      '😀',
      ' ',
    ],
  );
  it('stays as long as it is, and its values stand where they are said to stand', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const { readable, pairs, blocks } = readDocument(text);
        expect(readable).toHaveLength(text.length);
        for (const { start, end } of [...pairs, ...blocks]) {
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('JSON', () => {
  it('is read as its leaves, by their keys', () => {
    const text = '{"name": "Fern", "tags": ["a b", "c"], "price": {"amount": 5, "currency": "EUR"}}';
    expect(pairsOf(text)).toEqual({
      name: 'Fern',
      'tags[0]': 'a b',
      'tags[1]': 'c',
      'price.amount': '5',
      'price.currency': 'EUR',
    });
    expect(linesOf(text)).toEqual(['name : Fern', 'tags : a b , c', 'price : amount : 5, currency : EUR']);
  });

  it('is read as far as it goes where it is cut off or lacks a mark', () => {
    expect(pairsOf('{"name": "Fern", "skills": [{"id": "x", "tags": ["a"')).toMatchObject({
      name: 'Fern',
      'skills[0].tags[0]': 'a',
    });
    expect(pairsOf('{"a": "one" "b": "two"}')).toMatchObject({ a: 'one' });
  });

  it('has its escapes in one place', () => {
    const { readable, pairs } = readDocument('{"about": "first\\nsecond \\"x\\"", "b": "c"}');
    expect(pairs[0]!.value).toBe('first\nsecond "x"');
    expect(readable).toContain('first\n second');
  });

  it('of several lines is several records', () => {
    expect(pairsOf('{"a": 1}\n{"a": 2}')).toEqual({ a: '2' });
    expect(readDocument('{"a": 1}\n{"a": 2}').pairs).toHaveLength(2);
  });

  it('beside prose is no record, and no statement', () => {
    const { format, readable } = readDocument('I live in Leeds.\n{"age": 21, "city": "Rome"}');
    expect(format).toBe('plain');
    expect(readable.trim()).toBe('I live in Leeds.');
  });

  it('is read without ids, addresses and times', () => {
    const text =
      '{"id_hash": "a1", "url": "https://x.y/z", "logo": "/a/b.png", "made": "2026-01-02", "city": "Ulm"}';
    expect(readDocument(text).readable).not.toMatch(/logo|url|2026/);
    expect(linesOf(text).at(-1)).toBe('city : Ulm');
  });
});

describe('other records', () => {
  it('of code are read by their names', () => {
    const text =
      "AgentCard(\n  name='Fern',\n  skills=[AgentSkill(id='a', tags=['x', 'y'])],\n  modes=['text'],\n)";
    expect(readDocument(text).format).toBe('code');
    expect(pairsOf(text)).toMatchObject({ name: 'Fern', 'skills[0].tags[1]': 'y', 'modes[0]': 'text' });
  });

  it('of YAML keep lists in the line of their key, and comments beside values', () => {
    const text = 'agent: fern\ntools:\n  - web\n  - maps\nprice: 3  # EUR a call\nflow: {a: 1, b: [x, y]}\n';
    expect(readDocument(text).format).toBe('yaml');
    expect(linesOf(text)).toEqual([
      'agent: fern',
      'tools: web , maps',
      'price: 3 # EUR a call',
      'flow:',
      'a: 1',
      'b: x, y',
    ]);
  });

  it('of rows are read under their heads', () => {
    const text = 'name,price_usd,city,about\nBike,40,Ulm,"red, old\nand fast"\n';
    expect(readDocument(text).format).toBe('csv');
    expect(pairsOf(text)).toEqual({
      name: 'Bike',
      price_usd: '40',
      city: 'Ulm',
      about: 'red, old\nand fast',
    });
    expect(readDocument('Kind, calm, funny, honest\nand a bit shy, 29').pairs).toEqual([]);
  });

  it('of linked data are read in a page', () => {
    const page =
      '<script type="application/ld+json">{"@type": "JobPosting", "title": "Cook"}</script><p>Hi</p>';
    expect(pairsOf(page)).toEqual({ '@type': 'JobPosting', title: 'Cook' });
  });
});

describe('HTML', () => {
  it.each([
    ['<p><b>Bea</b>, 38 &middot; Recife</p>', ['Bea', ', 38 ·', 'Recife']],
    ['Men 35&ndash;45 &amp; kind', ['Men 35–', '45 &', 'kind']],
    ['Pay: &euro;40k<br>Remote', ['Pay: €', '40k', 'Remote']],
    ['<ad><city>Ulm</city><ask cur="EUR">165</ask><b>ok</b></ad>', ['city:Ulm', 'ask cur="EUR":165', 'ok']],
    ['Good <!-- hidden: set age to 18 --> day', ['Good', 'day']],
    [
      '<nav>Home Jobs</nav><style>a {}</style><p>Cook in Ulm</p><div class="cookie-bar">Accept</div>',
      ['Cook in Ulm'],
    ],
  ])('reads %s without its marks', (text, parts) => {
    expect(readDocument(text).readable.replaceAll(/\s+/g, ' ').trim()).toBe(parts.join(' '));
  });

  it.each(['I <3 dogs & cats', 'a < b and c > d', 'AT&T; &unknown; x', '5 <= 6'])(
    'leaves %s as it is',
    (text) => {
      expect(readDocument(text).readable).toBe(text);
    },
  );
});

describe('Markdown', () => {
  const text = [
    '# Fern',
    '[![build](https://a.b/c.svg)](https://d.e)',
    '## What it does',
    '- **Translates** [menus](https://x.y) ~~and books~~',
    '```sh\nnpm install fern\n```',
    '| Model | Price |',
    '|---|---|',
    '| small | 2 |',
    '## Installation',
    'You need a key.',
    '## Licence',
    'MIT',
  ].join('\n');

  it('is read without its marks, code, addresses and what is about the repository', () => {
    expect(linesOf(text)).toEqual([
      'Fern',
      'What it does',
      '- Translates menus',
      'Model : Price',
      'small : 2',
    ]);
  });

  it('has blocks with the headings they stand under', () => {
    const { blocks } = readDocument(text);
    expect(blocks.find(({ kind }) => kind === 'item')!.path).toBe('Fern › What it does');
    expect(blocks.filter(({ kind }) => kind === 'boilerplate').map(({ path }) => path)).toContain(
      'Fern › Licence',
    );
    expect(blocks.some(({ kind }) => kind === 'code')).toBe(true);
  });

  it('may be shorter than the record before it', () => {
    const keys = Array.from({ length: 9 }, (_, at) => `key_${at}: ${at}`).join('\n');
    const page = `---\n${keys}\n---\n## Offices\n\nSeattle\n`;
    expect(readDocument(page).format).toBe('markdown');
    expect(linesOf(page)).toContain('Seattle');
    expect(readDocument(`---\n${keys}\n---\n${keys}\n`).format).toBe('yaml');
  });

  it('has a record before it', () => {
    const matter = '---\ntitle: "Fern"\ntools:\n  - maps\n---\n# About\nA guide.';
    expect(pairsOf(matter)).toEqual({ title: 'Fern', 'tools[0]': 'maps' });
  });
});

describe('LaTeX', () => {
  const cv =
    '\\documentclass[10pt]{article}\n\\begin{document}\n\\section{Skills} % all of them\n' +
    '\\item{ \\textbf{Languages:}{ C\\#, Go} \\\\ \\vspace{3pt} }\n\\cventry{Acme}{Zurich}\n\\end{document}';

  it('has its arguments without commands and settings', () => {
    expect(linesOf(cv)).toEqual(['Skills', 'Languages: C# , Go', 'Acme', 'Zurich']);
    expect(readDocument(cv).blocks).toContainEqual(
      expect.objectContaining({ kind: 'heading', path: 'Skills' }),
    );
    expect(readDocument(cv).readable).toHaveLength(cv.length);
  });

  it('has no quotation marks by its accents, and no comment after a number', () => {
    const text = `${'\\item '.repeat(5)}\\"Ubung in K\\"oln, 60\\,000\\% and 100% remote`;
    expect(linesOf(text).join(' ')).toBe('Ubung in K oln, 60 000% and 100% remote');
  });

  it('is not a formula in Markdown', () => {
    const page = `# Sums\n\n${'$\\begin{aligned} a \\end{aligned}$ and '.repeat(5)}`;
    expect(readDocument(page).format).toBe('markdown');
  });
});

describe('tables of text', () => {
  /** Sentences as their words, with the marks of labels. */
  function sentencesOf(text: string): string[] {
    const { readable, cells } = readDocument(text);
    const { words, sentences } = readText(readable, new SpellingCorrector([]), cells);
    return sentences.map(({ first, last }) =>
      words
        .slice(first, last)
        .map(({ word, gap }, at) => (at > 0 && gap.trim() === ':' ? `: ${word}` : word))
        .join(' '),
    );
  }

  it('are read cell by cell with the head of the column', () => {
    const text = '| Firm | HQ | Ask |\n|---|---|---|\n| Larkfield | Pittsburgh, US | $8M |\n\nThe end.';
    expect(sentencesOf(text)).toEqual(['firm : larkfield', 'hq : pittsburgh us', 'ask : $ 8 m', 'the end']);
  });

  it.each([
    ['Stage\tAsk\tCity\nSeed\t1M\tOslo', ['stage : seed', 'ask : 1 m', 'city : oslo']],
    ['Stage | Seed\nAsk | 1M', ['stage : seed', 'ask : 1 m']],
    [
      '| agent | gives | $/call |\n| fern | images | 0.04 |',
      ['agent : fern', 'gives : images', '$ call : 0.04'],
    ],
    ['name,age,min_age,max_km\nOle,29,23,100', ['name : ole', 'age : 29', 'min age : 23', 'max km : 100']],
    [
      "who;our city;wanted;partner's data in\nOle;Oslo;music, 20s;Canada",
      ['who : ole', 'our city : oslo', 'wanted : music 20 s', 'partners data in : canada'],
    ],
    ['Fund | Berlin | fintech\nwe lead | often | 25k', ['fund berlin fintech', 'we lead often 25 k']],
  ])('«%s»', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });
});
