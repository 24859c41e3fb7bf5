/** Numbers in English. */
import { boundPhrases, type NumberPhrase, numberWords } from '../number-words.ts';
import { byWord, numberMap, phraseSet, wordSet } from '../word-lists.ts';

const ones =
  'zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19';
const tens = 'twenty 20 thirty 30 forty 40 fourty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90';

const parts = numberMap(
  'half .5 third .33333333333333333 quarter .25 fifth .2 sixth .16666666666666666 eighth .125 tenth .1 twentieth .05 hundredth .01 thousandth .001',
);
const partNouns = 'cent|penny|buck|us|dollar|euro|pound|million|billion|second|minute|century|decade';
const large = 'thousand|million|billion';
const halved = 'second minute hour day week month year dollar buck euro pound cent'
  .split(' ')
  .flatMap((unit) => [unit, `${unit}s`])
  .join('|');

const halves: NumberPhrase[] = [
  {
    phrase: 'half (a|an)',
    value: 0.5,
    before: 'million|billion|dozen|cent|penny|hour|day|year|decade|mile|kilo|pound',
    words: 1,
  },
  { phrase: 'a couple [of]', value: 2, before: large, words: 1 },
  { phrase: '(a|one)', value: 1, before: `${large}|lakh|crore|decade`, words: 1 },
  { phrase: '(a|one)', value: 1.5, before: `(${large}|lakh|crore|decade) and a half`, words: 4 },
  { phrase: 'a', value: 1, before: 'quarter (per|a|an|each|every)', words: 2 },
];

/** "a tenth of a cent", "quarter of a million", "a quarter million", "two thirds of a cent". */
const fractions = [...parts].flatMap(([part, value]): NumberPhrase[] => [
  { phrase: `${part} [of] a`, value, before: partNouns, words: 1 },
  { phrase: `(a|an|one) ${part} of a`, value, before: partNouns, words: 1 },
  { phrase: part, value, before: 'million|billion', words: 1 },
  ...[...numberMap(ones)]
    .filter(([, count]) => count > 1 && count < 10)
    .map(([count, several]) => ({
      phrase: `${count} ${part}[s] of [a]`,
      value: several * value,
      before: partNouns,
      words: 1,
    })),
]);

/** "one and a half million", "two dollars and a half", "the big five-oh". */
const mixed = [...numberMap(ones)].flatMap(([one, value]): NumberPhrase[] => [
  { phrase: `${one} and a half`, value: value + 0.5, before: `${large}|${halved}`, words: 1 },
  { phrase: one, value: value + 0.5, before: `(${halved}) and a half`, words: 4 },
  ...(value >= 2 && value <= 9 ? [{ phrase: `${one} oh`, value: value * 10, before: '', words: 0 }] : []),
]);

export const englishNumbers = numberWords({
  numbers: numberMap(`${ones} ${tens} dozen 12`),
  spacedThousands: false,
  scales: numberMap(
    'thousand 1e3 grand 1e3 million 1e6 millions 1e6 billion 1e9 lakh 1e5 lpa 1e5 lakhs 1e5 crore 1e7 crores 1e7 hundred 100 dozen 12',
  ),
  rangeTo: phraseSet('to|until|till|thru|through|up to'),
  between: phraseSet('between'),
  betweenAnd: wordSet('and'),
  rangeOr: wordSet('or'),
  leadingBounds: boundPhrases({
    atMost:
      '(nothing|not|never|no) (over|above|beyond|past|(more|dearer|slower|later|longer|older|higher) than)|(nobody|no one|none) (over|above|past|older than)|(up to|upto|at most|until|till|capped at|as much as|within|never beyond)|(max|maximum) [of|age]|(not|never|without) [to] (exceed|exceeding)',
    atLeast:
      '(nothing|not|never|nobody|no one|none) (under|below)|no (under|below)|(nobody|no one|none|not|no) younger than|(no|not|never) (less|fewer|lower) than|(at least|starting at|starting from|upwards of|from)|(min|minimum) [of|age]',
    over: 'over|above|exceeding|past|north of|(more|older|greater) than',
    under: 'under|below|sub|(less|younger|fewer|cheaper) than',
    around: 'around|about|approx|approximately|roughly|circa|ca|nearly|almost|close to|near|age like',
  }),
  trailingBounds: boundPhrases({
    atLeast:
      '(or|and|and is|or is) (more|older|over|above|up|upwards|upward|better|higher)|minimum|min|at least|onwards|upwards|plus (years|year|yrs|yr|exp|experience|per|an|in|of|with|and|or|for|doe|^)',
    atMost: '(or|and) (less|younger|under|below|fewer|lower|cheaper)|max|maximum|at most|tops',
    around: 'ish|or so',
  }),
  boundUnits: wordSet('years yrs year yo'),
  minorUnits: byWord({ USD: 'cent|cents|¢|ct|cts|c', EUR: 'eurocent|eurocents', GBP: 'pence|penny|p' }),
  periodLeads: wordSet('net netto gross brutto pretax per a an the each every'),
  periods: byWord({
    hour: 'hour|hr|h|hours',
    day: 'day|d',
    week: 'week|wk',
    month: 'month|mo|mth',
    quarter: 'quarter',
    year: 'year|yr|annum',
  }),
  periodAdjectives: byWord({
    hour: 'hourly|hour rate',
    day: 'daily|day rate',
    week: 'weekly|week rate',
    month: 'monthly|month rate',
    quarter: 'quarterly',
    year: 'annual|annually|yearly',
  }),
  periodEndings: byWord({ hour: 'ph|p h', day: 'pd', week: 'pw', month: 'pm|pcm|p m', year: 'pa|p a' }),
  composed: {
    hundred: 'hundred',
    hundredAnd: 'and',
    ordinals: numberMap(
      'sixteenth 16 seventeenth 17 eighteenth 18 nineteenth 19 twentieth 20 thirtieth 30 fortieth 40 fiftieth 50 sixtieth 60 seventieth 70 first 1 second 2 third 3 fourth 4 fifth 5 sixth 6 seventh 7 eighth 8 ninth 9',
    ),
    halfMore: 'and a half',
    phrases: [...halves, ...fractions, ...mixed],
    ones: {
      articles: wordSet('a an'),
      nouns: wordSet('second minute hour nickel dime buck dollar cent penny'),
      after: wordSet(
        'within under in than inside about below at for cost costs is pay charge of to most per take takes taking took me us after need needs wait spend max roughly approximately',
      ),
      opening: wordSet('apiece each a an per flat tops max at is and every or'),
      ordinalNouns: wordSet('second'),
      afterOrdinalNoun: wordSet('or and at per flat max tops on with for of'),
    },
  },
  refusals: {
    over: [
      '(dont|cant|wont|wouldnt|shouldnt|mustnt|not|never|cannot) WISH WISH WISH (spend|spending|pay|paying|go|going|cost) [much|anything|any]'.replaceAll(
        'WISH',
        '[really|want|wanna|like|able|going|willing|to|ideally]',
      ),
    ],
    under: [
      '(wont|not|never|cant|cannot|couldnt|dont|doesnt|wouldnt) [_] [_] (work|get|start|accept|take|consider|settle|leave|do|sell|go|going|drop|move|earn) [_] [_] [_] [_] [_]',
    ],
    both: [
      '(not|shouldnt|mustnt|cant|cannot|couldnt|wont|wouldnt|dont|isnt|never) WISH WISH WISH WISH [be|being] [(under|below|over|above|younger than|older than) # [years|yo] (or|and|nor)] [much|any|a lot|a day]'.replaceAll(
        'WISH',
        '[want|wanted|like|to|really|ideally|please|someone|somebody|anyone|anybody|a man|a woman|who is|whos]',
      ),
      'not a (day|minute|year|month) [much|any|a lot|a day]',
    ],
  },
});
