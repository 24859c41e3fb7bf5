/** Headings of sections that are about a repository or a page, and not about its subject. */

const headings =
  /^(?:table of contents?|contents?|toc|licen[cs]e|licensing|copyright|contribut(?:ing|ors?|ions?)|contributing .*|contribution guide(?:lines)?|code of conduct|security policy|reporting (?:bugs|issues|security.*)|changelog|change log|release notes|version history|acknowledge?ments?|credits|citation|citing.*|star history|stargazers|sponsors?|installation.*|install(?:ing)?|setup.*|set up|getting started|quick ?start.*|build(?:ing)?(?: from source)?|development(?: setup)?|local development|running(?: the .*)?(?: locally)?|how to (?:run|install|build)|running tests?|troubleshooting|project structure|directory structure|file structure|folder structure|repository structure|deploy(?:ment|ing)?.*|uninstall|cookies?(?: policy)?|privacy (?:policy|notice)|terms (?:of|and) .*|disclaimer|legal notice|equal opportunity.*|eeo statement.*|related (?:projects|links|resources)|further reading|references|see also)$/;

export const isBoilerplateHeading = (heading: string): boolean =>
  heading.length <= 60 && headings.test(wordsOf(heading));

const wordsOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
