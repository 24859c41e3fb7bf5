/** Sample candidates and jobs: half as fields with soft texts, half as the free text a person would paste. */
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { type City, cities, localAmount, roundTo2, shortName } from './cities.ts';
import { listed, type PartsRow, readParts } from './read-parts.ts';
import { distinctIds, enumerate, given, type SampleProfile, slug } from './sample-profile.ts';

type Candidate = PartsRow<'function' | 'seniority' | 'years' | 'skills' | 'education' | 'did' | 'wants'>;
type Job = PartsRow<
  'function' | 'seniority' | 'years' | 'skills' | 'environment' | 'company' | 'does' | 'whom'
>;

/** Job titles, and the pay a year (thousand US dollars, mid level, western Europe). */
const work: Readonly<Record<string, readonly [title: string, pay: number, desk: boolean]>> = {
  backend_engineering: ['backend engineer', 75, true],
  frontend_engineering: ['frontend developer', 68, true],
  fullstack_engineering: ['full-stack developer', 72, true],
  mobile_engineering: ['mobile developer', 72, true],
  data_engineering: ['data engineer', 76, true],
  data_science: ['data scientist', 75, true],
  machine_learning: ['machine learning engineer', 84, true],
  data_analysis: ['data analyst', 58, true],
  devops: ['DevOps engineer', 78, true],
  embedded_engineering: ['embedded software engineer', 70, false],
  game_development: ['game developer', 56, true],
  security: ['security engineer', 82, true],
  qa_testing: ['QA engineer', 60, true],
  it_support: ['systems administrator', 52, false],
  design: ['product designer', 62, true],
  ux_research: ['UX researcher', 64, true],
  product_management: ['product manager', 76, true],
  project_management: ['project manager', 70, true],
  marketing: ['marketing manager', 58, true],
  sales: ['account executive', 64, true],
  account_management: ['customer success manager', 56, true],
  customer_support: ['customer support specialist', 40, true],
  finance: ['accountant', 58, true],
  human_resources: ['HR manager', 56, true],
  legal: ['legal counsel', 78, true],
  administration: ['executive assistant', 46, false],
  writing: ['copywriter', 50, true],
  translation: ['translator', 48, true],
  nursing: ['nurse', 50, false],
  pharmacy: ['pharmacist', 58, false],
  therapy: ['physiotherapist', 48, false],
  social_care: ['care worker', 36, false],
  teaching: ['teacher', 52, false],
  childcare: ['nursery teacher', 36, false],
  cooking: ['chef', 38, false],
  hospitality: ['bartender', 32, false],
  construction_trades: ['electrician', 48, false],
  logistics: ['supply chain planner', 44, false],
  driving: ['delivery driver', 36, false],
  mechanical_engineering: ['mechanical engineer', 64, false],
  electrical_engineering: ['automation engineer', 64, false],
  civil_engineering: ['civil engineer', 60, false],
  retail: ['store manager', 40, false],
  research: ['research scientist', 62, false],
};

/** Where one word for the whole function would be wrong. */
const titleBySkill: Readonly<Record<string, string>> = {
  'construction_trades/carpentry': 'carpenter',
  'construction_trades/hvac': 'heating engineer',
  'construction_trades/welding': 'welder',
  'driving/truck_licence': 'truck driver',
  'logistics/forklift': 'warehouse operative',
  'hospitality/barista': 'barista',
  'hospitality/customer_service': 'front office manager',
  'cooking/pastry': 'baker',
};

const payOfLevel: Readonly<Record<string, number>> = {
  intern: 0.45,
  junior: 0.72,
  mid: 1,
  senior: 1.28,
  lead: 1.5,
  director: 1.8,
  executive: 2.2,
};

const written = { lead: 'lead', senior: 'senior', junior: 'junior' } as Readonly<Record<string, string>>;

function label(field: string, value: string): string {
  const definition = shippedDomain('hiring')!.fields.find(({ name }) => name === field)!;
  return definition.value_labels?.[value] ?? value.replaceAll('_', ' ');
}

function titleOf(row: Candidate | Job): string {
  if (row.seniority === 'director') return `head of ${label('job_function', row.function)}`;
  return titleBySkill[`${row.function}/${listed(row.skills)[0]}`] ?? work[row.function]![0];
}

function withArticle(title: string): string {
  return `${/^[aeiou]/i.test(title) && !/^(?:UX|u[^a-z])/.test(title) ? 'an' : 'a'} ${title}`;
}

/** Each line of work lives in a few cities, so that people and jobs can meet. */
function homesOf(work_: string): readonly City[] {
  const random = new SeededRandom([...work_].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  return random.sample(cities, work[work_]![2] ? 4 : 3);
}

function payOf(row: Candidate | Job, city: City, random: SeededRandom): number {
  const base = work[row.function]![1] * 1000 * payOfLevel[row.seniority]! * city.payLevel;
  return roundTo2(base * (0.92 + random.uniform() * 0.18));
}

function modesOf(row: Candidate | Job, random: SeededRandom): string[] {
  if (!work[row.function]![2]) return ['onsite'];
  return random.pick([['remote'], ['remote', 'hybrid'], ['hybrid'], ['hybrid', 'onsite'], ['hybrid']]);
}

const modeWords: Readonly<Record<string, string>> = {
  remote: 'Fully remote.',
  'remote,hybrid': 'Remote or hybrid.',
  hybrid: 'Hybrid, two or three days in the office.',
  'hybrid,onsite': 'Hybrid or on site.',
  onsite: 'On site.',
};

interface Facts {
  readonly name: string;
  readonly city: City;
  readonly pay: number;
  readonly modes: readonly string[];
  readonly type: string;
  readonly languages: readonly string[];
  readonly title: string;
}

function candidateContext(row: Candidate, facts: Facts, style: number): string {
  const { name, city, pay, modes, type, languages, title } = facts;
  const skills = enumerate(listed(row.skills).map((value) => label('skills', value)));
  const spoken = enumerate(languages.map((value) => label('languages', value)));
  const level = written[row.seniority] === undefined ? '' : `${written[row.seniority]} `;
  const years = `${row.years} ${row.years === '1' ? 'year' : 'years'}`;
  const place = shortName(city.name);
  const hours = type === 'part_time' ? ' Part time, please.' : '';
  if (style === 0) {
    return [
      name,
      `${level}${title}`.replace(/^./, (letter) => letter.toUpperCase()),
      city.name,
      '',
      'Summary',
      row.did,
      `${years} of experience.`,
      '',
      `Skills: ${listed(row.skills)
        .map((value) => label('skills', value))
        .join(', ')}`,
      `Languages: ${languages.map((value) => label('languages', value)).join(', ')}`,
      `Education: ${label('education', row.education)}`,
      '',
      'Looking for',
      row.wants,
      `${modeWords[modes.join(',')]}${hours} Salary expectation: ${localAmount(pay, city)} a year.`,
    ].join('\n');
  }
  if (style === 1) {
    return (
      `Hi, I'm ${name.split(' ')[0]}, ${withArticle(level + title)} based in ${place} with ${years} of experience. ${row.did} ` +
      `I work with ${skills} and speak ${spoken}. I'm looking for my next job: ${row.wants.replace(/^./, (letter) => letter.toLowerCase())} ` +
      `${modeWords[modes.join(',')]}${hours} I expect around ${localAmount(pay, city)} a year.`
    );
  }
  return (
    `${row.did} ${withArticle(level + title).replace(/^a/, 'A')} for ${years}, living in ${place}. ` +
    `What I bring: ${skills}. I speak ${spoken}. ${modeWords[modes.join(',')]}${hours} ` +
    `I want: ${row.wants.replace(/^./, (letter) => letter.toLowerCase())}`
  );
}

function homeOf(row: Candidate, random: SeededRandom): City {
  return random.pick(homesOf(row.function));
}

function candidate(row: Candidate, position: number): SampleProfile {
  const random = new SeededRandom(1000 + position);
  const city = homeOf(row, random);
  const name = `${random.pick(city.firstNames)} ${random.pick(city.lastNames)}`;
  const modes = modesOf(row, random);
  const partTime = /part[- ]time|four days|beside my studies/i.test(`${row.did} ${row.wants}`);
  const facts: Facts = {
    name,
    city,
    pay: payOf(row, city, random),
    modes,
    type: partTime ? 'part_time' : 'full_time',
    languages: random.chance(0.85) ? city.languages : city.languages.slice(0, 1),
    title: titleOf(row),
  };
  const moves = random.chance(0.25);
  const preferences =
    modes.join() === 'remote' && random.chance(0.6)
      ? { work_mode: 'remote' }
      : modes.join() === 'onsite' && !moves && random.chance(0.5)
        ? { location_within_km: random.pick([40, 60, 100]) }
        : undefined;
  const id = `cand-${slug(name)}`;
  const asText = position % 2 === 1;
  const body = asText
    ? { context: candidateContext(row, facts, position % 3) }
    : {
        fields: given({
          role: 'candidate',
          job_function: row.function,
          seniority: row.seniority,
          years_experience: Number(row.years),
          skills: listed(row.skills),
          education: row.education,
          location: city.name,
          work_mode: modes,
          employment_type: [facts.type],
          languages: facts.languages,
          salary_expectation: facts.pay,
          open_to_relocation: moves ? true : undefined,
          summary: `${name}, ${facts.title} in ${shortName(city.name)}. ${row.did}`,
          wants: row.wants,
        }),
      };
  return preferences === undefined ? { user_id: id, ...body } : { user_id: id, ...body, preferences };
}

function jobContext(row: Job, facts: Facts, style: number): string {
  const { city, pay, modes, title, languages, type } = facts;
  const level = written[row.seniority] === undefined ? '' : `${written[row.seniority]} `;
  const position = `${level}${title}`;
  const skills = listed(row.skills).map((value) => label('skills', value));
  const spoken = enumerate(languages.map((value) => label('languages', value)));
  const [low, high] = [localAmount(pay * 0.9, city), localAmount(pay * 1.12, city)];
  const hours = type === 'part_time' ? 'Part time' : 'Full time';
  const asked = row.years === '0' ? 'No experience needed.' : `At least ${row.years} years of experience.`;
  if (style === 0) {
    return [
      `${position.replace(/^./, (letter) => letter.toUpperCase())} (m/f/d)`,
      `${row.company}, ${city.name}`,
      '',
      'About us',
      row.does,
      '',
      'Your profile',
      `- ${row.whom}`,
      `- ${asked}`,
      `- ${enumerate(skills)}`,
      `- ${spoken}`,
      '',
      'What we offer',
      `${low} to ${high} a year. ${modeWords[modes.join(',')]} ${hours}.`,
    ].join('\n');
  }
  return (
    `${row.company} is hiring ${withArticle(position)} in ${shortName(city.name)}. ${row.does} ${row.whom} ` +
    `You bring ${enumerate(skills)} and speak ${spoken}. ${asked} ${modeWords[modes.join(',')]} ${hours}, ` +
    `salary ${low} to ${high} a year.`
  );
}

/** `homes`: cities of the candidates in the same line of work, so that most jobs have a candidate nearby. */
function job(row: Job, position: number, homes: readonly City[]): SampleProfile {
  const random = new SeededRandom(5000 + position);
  const city =
    random.chance(0.8) && homes.length > 0 ? random.pick(homes) : random.pick(homesOf(row.function));
  const modes = modesOf(row, random);
  const partTime = /part[- ]time|beside your studies|plan around exams/i.test(`${row.does} ${row.whom}`);
  const international = work[row.function]![2] && random.chance(0.6);
  const facts: Facts = {
    name: row.company,
    city,
    pay: payOf(row, city, random),
    modes,
    type: partTime ? 'part_time' : 'full_time',
    languages: international && city.languages.includes('english') ? ['english'] : city.languages.slice(0, 1),
    title: titleOf(row),
  };
  const id = `job-${slug(row.company)}-${slug(facts.title)}`;
  if (position % 2 === 1) return { user_id: id, context: jobContext(row, facts, position % 4 === 1 ? 0 : 1) };
  const profile = {
    user_id: id,
    fields: given({
      role: 'job',
      job_function: row.function,
      seniority: row.seniority,
      min_years_experience: Number(row.years),
      skills: listed(row.skills),
      location: city.name,
      work_mode: modes,
      employment_type: [facts.type],
      languages: facts.languages,
      salary_min: roundTo2(facts.pay * 0.9),
      salary_max: roundTo2(facts.pay * 1.12),
      sponsorship_offered: random.chance(0.3) ? random.chance(0.6) : undefined,
      summary: `${row.company} in ${shortName(city.name)} looks for ${withArticle(facts.title)}. ${row.does}`,
      wants: row.whom,
      environment: row.environment,
    }),
  };
  const onTheSpot = modes.join() === 'onsite' && random.chance(0.3);
  return onTheSpot ? { ...profile, preferences: { work_mode: ['onsite', 'hybrid'] } } : profile;
}

export function hiringSamples(): SampleProfile[] {
  const candidates = readParts('hiring-candidates', [
    'function',
    'seniority',
    'years',
    'skills',
    'education',
    'did',
    'wants',
  ]);
  const jobs = readParts('hiring-jobs', [
    'function',
    'seniority',
    'years',
    'skills',
    'environment',
    'company',
    'does',
    'whom',
  ]);
  const homes = Map.groupBy(
    candidates.map((row, position) => ({
      line: row.function,
      city: homeOf(row, new SeededRandom(1000 + position)),
    })),
    ({ line }) => line,
  );
  return distinctIds([
    ...candidates.map(candidate),
    ...jobs.map((row, position) =>
      job(row, position, homes.get(row.function)?.map(({ city }) => city) ?? []),
    ),
  ]);
}
