/**
 * Writes a simulated CV or job in one of five layouts: headings with bullets, prose, one glued line as from a
 * PDF, chat, a bare list. Facts beyond the duties are left out now and then, as in real texts.
 */
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { LEVELS, type Participant } from './participant.ts';

const SAID = 0.75;
const YEARS = [1, 4, 8, 12] as const;

export function writeText(participant: Participant, random: SeededRandom): string {
  const facts = factsOf(participant, random);
  return random.pick([headings, prose, glued, chat, list])(participant, facts);
}

interface Facts {
  readonly title: string;
  readonly does: readonly string[];
  readonly skills: string;
  readonly city: string | null;
  readonly pay: string | null;
  readonly years: string | null;
}

function factsOf(
  { role, profession, title, level, skills, city, remote, pay }: Participant,
  random: SeededRandom,
): Facts {
  const said = <T>(value: T): T | null => (random.chance(SAID) ? value : null);
  const words =
    level === 1 ? title : `${LEVELS[level]![0]!.toUpperCase()}${LEVELS[level]!.slice(1)} ${title}`;
  return {
    title: words,
    does: random.sample(role === 'job' ? profession.tasks : profession.duties, 2),
    skills: skills.join(', '),
    city: said(remote ? `${city}, remote` : `${city}, on site`),
    pay: said(`$${pay.toLocaleString('en-US')} a year`),
    years: said(`${YEARS[level]} years of experience`),
  };
}

const joined = (parts: readonly (string | false | null)[], by: string) => parts.filter(Boolean).join(by);

function headings({ role }: Participant, { title, does, skills, city, pay, years }: Facts): string {
  const bullets = does.map((line) => `- ${line}`).join('\n');
  return role === 'job'
    ? joined(
        [
          title,
          city,
          `What you will do\n${bullets}`,
          `Requirements\n- ${skills}`,
          years && `- ${years}`,
          pay && `We offer\nup to ${pay}`,
        ],
        '\n',
      )
    : joined(
        [
          'Curriculum Vitae',
          title,
          city,
          `Work experience\n${bullets}`,
          `Skills\n${skills}`,
          years,
          pay && `Expected salary: ${pay}`,
        ],
        '\n',
      );
}

function prose({ role }: Participant, { title, does, skills, city, pay, years }: Facts): string {
  const told = does.join('. ');
  return role === 'job'
    ? joined(
        [
          `We are looking for a ${title}.`,
          `Your tasks: ${told}.`,
          `You know ${skills}.`,
          years && `You bring ${years}.`,
          city && `The place: ${city}.`,
          pay && `We pay up to ${pay}.`,
        ],
        ' ',
      )
    : joined(
        [
          `I am a ${title}.`,
          `${told}.`,
          `I work with ${skills}.`,
          years && `I have ${years}.`,
          city && `I live in ${city}.`,
          pay && `I expect ${pay}.`,
        ],
        ' ',
      );
}

function glued({ role }: Participant, { title, does, skills, city, pay, years }: Facts): string {
  const head = role === 'job' ? 'Vacancy' : 'Resume Personal details Name withheld';
  return joined(
    [
      head,
      title,
      city,
      role === 'job' ? 'Tasks' : 'Experience',
      ...does,
      'Skills',
      skills,
      years,
      pay,
      'Page 1 of 2',
    ],
    ' ',
  );
}

function chat({ role }: Participant, { title, does, skills, city, pay, years }: Facts): string {
  return role === 'job'
    ? joined(
        [
          `hi all, we need a ${title.toLowerCase()}`,
          city,
          does.join(', '),
          `should know ${skills.toLowerCase()}`,
          years,
          pay && `budget ${pay}`,
        ],
        ' - ',
      )
    : joined(
        [
          `hey, ${title.toLowerCase()} here, looking for a new job`,
          city,
          does.join(', '),
          `good with ${skills.toLowerCase()}`,
          years,
          pay && `asking ${pay}`,
        ],
        ' - ',
      );
}

function list({ role }: Participant, { title, does, skills, city, pay, years }: Facts): string {
  return joined(
    [
      title,
      ...does,
      ...skills.split(', '),
      city,
      years,
      pay,
      role === 'job' ? 'Apply now' : 'References on request',
    ],
    '\n',
  );
}
