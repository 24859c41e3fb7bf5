/** Headings of sections that are about a page or a repository, and not about its subject. */

const phrases = (list: string): ReadonlySet<string> => new Set(list.split(', '));

/** In any document. */
const ofPages = phrases(
  'table of contents, contents, toc, license, licence, licenses, licences, licensing, copyright, cookies, cookie policy, privacy policy, privacy notice, disclaimer, legal notice, terms of use, terms of service, terms and conditions, equal opportunity, equal opportunity employer, eeo statement',
);
/** In a document that has code. */
const ofRepositories = phrases(
  'contribute, contributors, contributions, contribution guidelines, code of conduct, security policy, changelog, change log, release notes, version history, acknowledgements, acknowledgments, credits, citation, star history, sponsors, install, installing, getting started, quickstart, quick start, build, building, building from source, run, running, how to run, how to install, how to build, testing, tests, troubleshooting, project structure, directory structure, file structure, folder structure, repository structure, code structure, uninstall, prerequisites, prerequisite, pre requisites, requirements, environment variables, related projects, related links, further reading, references, see also, next steps, support, community, faq',
);
/** The same, for headings that go on: "Setup and configuration". */
const firstWords = phrases(
  'contributing, reporting, citing, installation, setup, development, running, deploy, deploying, deployment',
);
const LONGEST_HEADING = 60;

export function isBoilerplateHeading(heading: string, hasCode: boolean): boolean {
  if (heading.length > LONGEST_HEADING) return false;
  const words = wordsOf(heading);
  const said = words.join(' ');
  if (ofPages.has(said)) return true;
  return (
    hasCode && (ofRepositories.has(said) || firstWords.has(words[0]!) || words.at(-1) === 'installation')
  );
}

/** Without the number of the section. */
const wordsOf = (heading: string): readonly string[] => heading.toLowerCase().match(/\p{L}+/gu) ?? [''];
