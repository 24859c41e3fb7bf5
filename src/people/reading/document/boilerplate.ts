/** Headings of sections that are about a repository or a page, and not about its subject. */

/** In any document. */
const ofPages =
  /^(?:table of contents?|contents?|toc|licen[cs]e|licensing|copyright|cookies?(?: policy)?|privacy (?:policy|notice)|terms (?:of|and) .*|disclaimer|legal notice|equal opportunity.*|eeo statement.*)$/;
/** In a document that has code. */
const ofRepositories =
  /^(?:contribut(?:e|ing|ors?|ions?)|contributing .*|contribution guide(?:lines)?|code of conduct|security policy|reporting (?:bugs|issues|security.*)|changelog|change log|release notes|version history|acknowledge?ments?|credits|citation|citing.*|star history|stargazers|sponsors?|(?:.* )?installation.*|install(?:ing)?|setup.*|set up.*|getting started|quick ?start.*|build(?:ing)?(?: from source)?|(?:local )?development.*|run(?:ning)?(?: .*)?|how to (?:run|install|build).*|testing|running tests?|tests?|troubleshooting|(?:project|directory|file|folder|repository|code) structure|deploy(?:ment|ing)?.*|uninstall|(?:\d+ )?pre requisites?|(?:\d+ )?prerequisites?|requirements|required accounts.*|environment variables|related (?:projects|links|resources)|further reading|references|see also|next steps|support|community|faq)$/;

export const isBoilerplateHeading = (heading: string, hasCode: boolean): boolean => {
  if (heading.length > 60) return false;
  const words = wordsOf(heading);
  return ofPages.test(words) || (hasCode && ofRepositories.test(words));
};

const wordsOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
