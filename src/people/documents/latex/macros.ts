/** Macros of LaTeX and the text that they stand for. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** They and their arguments are no text. */
export const skippedMacros = words(
  'documentclass usepackage RequirePackage newcommand renewcommand providecommand newenvironment renewenvironment def let setlength addtolength setcounter addtocounter vspace hspace vskip hskip label ref eqref pageref cite citep citet nocite includegraphics input include pagestyle thispagestyle definecolor colorlet color bibliography bibliographystyle addbibresource geometry fontsize selectfont hypersetup titleformat titlespacing pagenumbering rule index newcolumntype setmainfont fontdir photo photoR makecvheader makecvfooter maketitle pdfgentounicode urlstyle raggedbottom raggedright hline cline',
);

/** Only their last argument is text; the others are colours, widths, numbers and addresses. */
export const boxMacros = words(
  'href textcolor colorbox fcolorbox parbox makebox framebox raisebox resizebox scalebox rotatebox multicolumn multirow adjustbox',
);

export const skippedEnvironments = words(
  'verbatim lstlisting minted comment equation equation* align align* gather gather* displaymath thebibliography tikzpicture figure figure* filecontents filecontents*',
);

/** Signs that have a name. */
export const signs: Readonly<Record<string, string>> = {
  ...{
    '&': '&',
    '%': '%',
    $: '$',
    '#': '#',
    _: '_',
    '{': '{',
    '}': '}',
    ' ': ' ',
    ',': ' ',
    ';': ' ',
    '/': '',
  },
  ...{
    ss: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    o: 'ø',
    O: 'Ø',
    l: 'ł',
    L: 'Ł',
    aa: 'å',
    AA: 'Å',
    i: 'i',
    j: 'j',
  },
  ...{
    LaTeX: 'LaTeX',
    TeX: 'TeX',
    LaTeXe: 'LaTeX',
    euro: '€',
    EUR: '€',
    texteuro: '€',
    pounds: '£',
    copyright: '©',
  },
  ...{
    ldots: '…',
    dots: '…',
    textbar: ' | ',
    vert: ' | ',
    bullet: '•',
    textbullet: '•',
    cdot: '·',
    cdotp: '·',
  },
  ...{
    quad: ' ',
    qquad: ' ',
    hfill: ' | ',
    newline: '\n',
    par: '\n\n',
    textasciitilde: '~',
    textendash: '–',
    sim: '~',
  },
};

const combining: Readonly<Record<string, string>> = {
  ...{
    '`': '\u0300',
    "'": '\u0301',
    '^': '\u0302',
    '~': '\u0303',
    '"': '\u0308',
    '=': '\u0304',
    '.': '\u0307',
  },
  ...{
    u: '\u0306',
    v: '\u030c',
    H: '\u030b',
    c: '\u0327',
    k: '\u0328',
    r: '\u030a',
    b: '\u0331',
    d: '\u0323',
  },
};

/** A word whose first letter has the accent of a macro; the word as it is where the macro is no accent. */
export function accented(macro: string, word: string): string {
  const mark = combining[macro];
  if (mark === undefined || word === '') return word;
  return `${word[0]}${mark}`.normalize('NFC') + word.slice(1);
}
