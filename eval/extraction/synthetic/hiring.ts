/** CVs, short introductions and job posts of many professions. */
import type { Case } from '../read-cases.ts';
import { cities, currencies, firstNames, grouped, lastNames } from './facts.ts';
import { openerCase } from './openers.ts';
import { type Profession, professions } from './professions.ts';
import { caseOf, join, sentence, type Writer } from './writer.ts';

const only = [
  'role',
  'job_function',
  'years_experience',
  'min_years_experience',
  'salary_expectation',
  'salary_min',
  'salary_max',
  'location',
  'employment_type',
  'needs_sponsorship',
];

/** Share of short texts without facts. */
const OPENERS = 0.25;

interface Facts {
  readonly profession: Profession;
  readonly city: readonly [string, string];
  readonly years: number;
  readonly pay: number;
  readonly skills: readonly (readonly [string, string])[];
}

function factsOf(writer: Writer): Facts {
  const profession = writer.one(professions);
  return {
    profession,
    city: writer.one(cities),
    years: writer.int(2, 19),
    pay: writer.int(28, 120) * 1000,
    skills: writer.some(profession.skills, writer.int(2, 5)),
  };
}

export function hiringCase(writer: Writer): Case {
  if (writer.chance(OPENERS))
    return openerCase(
      writer,
      'hiring',
      professions.map(({ title }) => title.toLowerCase()),
    );
  return writer.chance(0.55)
    ? writer.layout(
        curriculum,
        linkedIn,
        chatCandidate,
        glued,
        candidateForm,
        thirdPerson,
        curriculum,
        curriculumByHeadings,
      )(writer)
    : writer.layout(
        jobPost,
        shortAd,
        recruiterNote,
        jobForm,
        jobPost,
        friendlyAd,
        bulletsOnly,
        jobPostByCompany,
      )(writer);
}

const skillList = ({ skills }: Facts) => skills.map(([written]) => written).join(', ');
const bullet = (writer: Writer) => writer.say('- ', '• ', '* ', '– ', '');

function experience(writer: Writer, { profession, city, years }: Facts): string {
  const end = 2026;
  const middle = end - Math.ceil(years / 2);
  const mark = bullet(writer);
  const lines = writer.shuffled(profession.did);
  const span = (from: number, to: number | 'present') =>
    writer.say(
      `${from} – ${to}`,
      `${from}-${to}`,
      `Jan ${from} - ${to === 'present' ? 'Present' : `Mar ${to}`}`,
      `${from} to ${to}`,
    );
  const employer = () =>
    writer.one([
      'Brightwell',
      'Northgate',
      'Harbour & Co',
      'St Mary’s',
      'Lumen Group',
      'Castle Hill',
      'Orchard',
      'Fenwick',
    ]);
  return [
    join(
      ', ',
      writer.say(
        `${profession.title}, ${employer()}`,
        `${employer()} — ${profession.title}`,
        `${profession.title} at ${employer()}`,
        `${employer()}, ${profession.title}`,
      ),
      writer.maybe(0.4, city[0]),
    ),
    span(middle, 'present'),
    `${mark}${lines[0]}`,
    `${mark}${lines[1]}`,
    `Junior ${profession.title}, ${employer()}`,
    span(end - years, middle),
    `${mark}${lines[2] ?? lines[0]}`,
  ].join('\n');
}

const noise = (writer: Writer) =>
  writer.maybe(
    0.5,
    `Promoted in ${writer.int(2015, 2023)} after raising output by ${writer.int(10, 40)} %.`,
    `Responsibilities: budget of $${grouped(writer.int(2, 90) * 10_000)}, ${writer.int(3, 40)} people.`,
    `Stack: whatever the team uses. Languages: English.`,
    `Selected from ${writer.int(40, 300)} applicants in ${writer.int(2016, 2024)}.`,
  );

const header = (writer: Writer, city: Facts['city']) => {
  const name = `${writer.one(firstNames)} ${writer.one(lastNames)}`;
  const line = writer.say(
    `${city[0]} | ${name.split(' ')[0]!.toLowerCase()}@mail.example | 07700 900${writer.int(100, 999)}`,
    `${city[0]}, ${name.split(' ')[0]!.toLowerCase()}@post.example`,
    `Address: ${city[0]}\nPhone: 555 0${writer.int(100, 199)}`,
    `Based in ${city[0]} · linkedin.com/in/${name.split(' ')[0]!.toLowerCase()}`,
  );
  return `${name}\n${line}`;
};

const education = (writer: Writer, { years }: Facts) =>
  writer.say(
    `BSc, University of ${writer.one(['Bath', 'Kent', 'Utrecht', 'Porto'])}, ${2025 - years}`,
    `Diploma, ${2024 - years}`,
    `Graduated in ${2025 - years}`,
    `College certificate (${2023 - years} - ${2025 - years})`,
  );

/** Years are only gold where the text states them; spans of years state none. */
function curriculum(writer: Writer): Case {
  const facts = factsOf(writer);
  const states = writer.chance(0.5);
  const { profession, years, city } = facts;
  const summary = states
    ? writer.say(
        `${profession.title} with ${years} years of experience.`,
        `${years}+ years of experience as a ${profession.title.toLowerCase()}.`,
        `Experienced ${profession.title.toLowerCase()}, ${years} years in the field.`,
        `${profession.title}. ${years} years’ experience in teams of all sizes.`,
      )
    : writer.say(
        `Reliable and curious ${profession.title.toLowerCase()}.`,
        `${profession.title} who likes order.`,
        `A calm ${profession.title.toLowerCase()}.`,
        `${profession.title} by training.`,
      );
  const blocks = [
    `${writer.say('SUMMARY', 'Profile', 'About', 'Professional summary')}\n${sentence(summary, noise(writer))}`,
    `${writer.say('EXPERIENCE', 'Work experience', 'Employment history', 'Career')}\n${experience(writer, facts)}`,
    `${writer.say('SKILLS', 'Key skills', 'Stack', 'Technical skills')}\n${skillList(facts)}`,
    `${writer.say('EDUCATION', 'Education and training', 'Qualifications', 'Training')}\n${education(writer, facts)}`,
  ];
  return caseOf(
    join('\n\n', header(writer, city), ...blocks),
    {
      role: 'candidate',
      job_function: profession.function,
      years_experience: states ? years : undefined,
      location: city[1],
    },
    only,
  );
}

/** A CV in the words of a job post: duties, requirements, a stack. */
function curriculumByHeadings(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const mark = bullet(writer);
  const text = join(
    '\n',
    `${profession.title} – ${city[0]}`,
    `${writer.say('Position', 'Role', 'Job title', 'Current position')}: ${profession.title}`,
    `${writer.say('Responsibilities', 'Duties', 'Tasks', 'Main responsibilities')}:`,
    ...writer.some(profession.did, 3).map((line) => `${mark}${line}`),
    `${writer.say('Stack', 'Tools', 'Skills', 'Technologies')}: ${skillList(facts)}`,
    `${writer.say('Requirements gathering', 'Job history', 'Earlier positions', 'Previous jobs')}: ${2026 - facts.years}-2020 ${writer.one(['Fenwick', 'Orchard'])}`,
    `Education: ${education(writer, facts)}`,
  );
  return caseOf(text, { role: 'candidate', job_function: profession.function, location: city[1] }, [
    'role',
    'job_function',
    'min_years_experience',
    'salary_min',
    'salary_max',
    'salary_expectation',
  ]);
}

function money(writer: Writer, amount: number): readonly [string, number] {
  const [prefix, suffix, rate] = writer.one(currencies);
  const written = writer.say(grouped(amount), `${amount / 1000}k`, `${amount / 1000}K`, String(amount));
  return [`${prefix}${written}${suffix}`, amount * rate];
}

function linkedIn(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, years, city } = facts;
  const [written, usd] = money(writer, facts.pay);
  const asks = writer.chance(0.5);
  const text = sentence(
    writer.say(
      `${profession.title}, ${years} years of experience, ${city[0]}.`,
      `I'm a ${profession.title.toLowerCase()} based in ${city[0]} with ${years} years of experience.`,
      `Hello! ${profession.title} here, ${years} yrs exp, living in ${city[0]}.`,
      `${profession.title} in ${city[0]}. I have been doing this for ${years} years.`,
    ),
    writer.say(
      `I know ${skillList(facts)}.`,
      `Skills: ${skillList(facts)}.`,
      `I work with ${skillList(facts)}.`,
      `Used to ${skillList(facts)}.`,
    ),
    writer.maybe(
      0.5,
      `Born in ${writer.int(1970, 2001)}.`,
      `My last team had ${writer.int(3, 40)} people.`,
      `I was ${writer.int(19, 30)} when I started.`,
      `Since ${writer.int(2012, 2022)} at the same company, which makes $${writer.int(2, 90)} million a year.`,
    ),
    asks
      ? writer.say(
          `Expecting ${written}.`,
          `My salary expectation is ${written}.`,
          `Looking for a role that pays ${written}.`,
          `I would move for ${written} a year.`,
        )
      : writer.say(
          'Open to work.',
          'Looking for a new role.',
          'Available at once.',
          'Tell me about your team.',
        ),
  );
  return caseOf(
    text,
    {
      role: 'candidate',
      job_function: profession.function,
      years_experience: years,
      location: city[1],
      salary_expectation: asks ? usd : undefined,
    },
    only,
  );
}

function chatCandidate(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, years, city } = facts;
  const text = writer.say(
    `hey, ${profession.title.toLowerCase()} from ${city[0]}, ${years} yrs exp, need something new asap`,
    `looking for work as a ${profession.title.toLowerCase()} in ${city[0]}, ${years} years experience, can start monday`,
    `anyone hiring a ${profession.title.toLowerCase()}? i have ${years} years experience. ${city[0]}`,
    `${profession.title.toLowerCase()}, ${city[0]}, been at it ${years} years, want a calmer place`,
  );
  return caseOf(
    text,
    { role: 'candidate', job_function: profession.function, years_experience: years, location: city[1] },
    [
      'role',
      'job_function',
      'years_experience',
      'min_years_experience',
      'salary_expectation',
      'salary_min',
      'salary_max',
    ],
  );
}

function candidateForm(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, years, city } = facts;
  const [written, usd] = money(writer, facts.pay);
  const lines = writer.shuffled([
    `${writer.say('Location', 'City', 'Based in', 'Lives in')}: ${city[0]}`,
    `${writer.say('Experience', 'Years of experience', 'Work experience', 'Total experience')}: ${years} years`,
    `${writer.say('Expected salary', 'Salary expectation', 'Desired salary', 'Salary expectations')}: ${written}`,
    `${writer.say('Skills', 'Tools', 'Key skills', 'Knows')}: ${skillList(facts)}`,
    `${writer.say('Notice period', 'Availability', 'Available', 'Can start')}: ${writer.int(2, 12)} weeks`,
  ]);
  const text = join(
    '\n',
    `${writer.say('Title', 'Profession', 'Current job', 'Occupation')}: ${profession.title}`,
    ...lines,
  );
  return caseOf(
    text,
    {
      role: 'candidate',
      job_function: profession.function,
      years_experience: years,
      location: city[1],
      salary_expectation: usd,
    },
    only,
  );
}

/** As a PDF gives it: line ends are lost. */
function glued(writer: Writer): Case {
  const given = writer.layout(curriculum, curriculumByHeadings, curriculum, curriculum)(writer);
  return {
    ...given,
    text: given.text.replace(/\n+/g, writer.say(' ', '  ', ' ', ' ')),
    only: ['role', 'salary_min', 'salary_max', 'min_years_experience', 'salary_expectation'],
  };
}

function thirdPerson(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, years, city } = facts;
  const name = writer.one(firstNames);
  const text = sentence(
    writer.say(
      `${name} is a ${profession.title.toLowerCase()} in ${city[0]} with ${years} years of experience.`,
      `${name}, ${profession.title.toLowerCase()}, ${years} years of experience, lives in ${city[0]}.`,
      `Introducing ${name}: ${profession.title.toLowerCase()}, ${city[0]}, ${years} years of experience.`,
      `${name} has worked as a ${profession.title.toLowerCase()} for ${years} years and lives in ${city[0]}.`,
    ),
    `${writer.one(profession.did)}.`,
    writer.maybe(
      0.5,
      `${name} graduated in ${writer.int(2001, 2020)}.`,
      `Open to offers from ${writer.int(2, 5)} days a week.`,
    ),
  );
  return caseOf(
    text,
    { role: 'candidate', job_function: profession.function, years_experience: years, location: city[1] },
    [
      'role',
      'job_function',
      'years_experience',
      'min_years_experience',
      'salary_expectation',
      'salary_min',
      'salary_max',
      'location',
    ],
  );
}

function offer(writer: Writer, pay: number): readonly [string, Readonly<Record<string, unknown>>] {
  if (writer.chance(0.25))
    return [
      writer.say(
        'Pay is fair and talked about openly.',
        'Competitive pay.',
        'We pay by the collective agreement.',
        'Salary on request.',
      ),
      {},
    ];
  const high = pay + writer.int(4, 25) * 1000;
  const [prefix, suffix, rate] = writer.one(currencies);
  const range = writer.say(
    `${prefix}${grouped(pay)} - ${prefix}${grouped(high)}${suffix}`,
    `${prefix}${pay / 1000}k–${high / 1000}k${suffix}`,
    `${prefix}${grouped(pay)} to ${prefix}${grouped(high)}${suffix}`,
    `${prefix}${pay / 1000}-${high / 1000}k${suffix}`,
  );
  const words = writer.say(
    `Salary: ${range}.`,
    `We pay ${range} a year.`,
    `${range} per year.`,
    `Salary between ${range.replace(' - ', ' and ').replace(' to ', ' and ').replace('–', ' and ')}.`,
  );
  if (words.includes('between') && !words.includes(' and ')) return ['', {}];
  return [words, { salary_min: pay * rate, salary_max: high * rate }];
}

const companyFact = (writer: Writer) =>
  writer.maybe(
    0.7,
    `Founded in ${writer.int(1950, 2019)}, we are ${writer.int(12, 900)} people.`,
    `Our sales were $${writer.int(3, 80)} million last year.`,
    `We serve ${grouped(writer.int(2, 90) * 1000)} customers in ${writer.int(3, 20)} countries.`,
    `${writer.int(2, 40)} years in business, ${writer.int(2, 14)} sites.`,
  );

function jobPost(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const [pay, gold] = offer(writer, facts.pay);
  const least = writer.int(1, 8);
  const mark = bullet(writer);
  const duties = writer
    .shuffled(profession.does)
    .slice(0, 3)
    .map((line) => `${mark}${line}`);
  const needs = [
    writer.say(
      `at least ${least} years of experience`,
      `${least}+ years of experience`,
      `minimum ${least} years' experience`,
      `${least} years of experience or more`,
    ),
    writer.say(
      `good ${facts.skills[0]![0]}`,
      `you know ${facts.skills[0]![0]}`,
      `${facts.skills[0]![0]}`,
      `${facts.skills[0]![0]} is essential`,
    ),
  ].map((line) => `${mark}${line}`);
  const text = join(
    '\n',
    writer.say(
      `${profession.title} – ${city[0]}`,
      `${profession.title} (m/f/d), ${city[0]}`,
      `We are hiring: ${profession.title} in ${city[0]}`,
      `Vacancy: ${profession.title}, ${city[0]}`,
    ),
    companyFact(writer),
    `${writer.say('Responsibilities', 'What you will do', 'Your tasks', 'The role')}:`,
    ...duties,
    `${writer.say('Requirements', 'What you bring', 'Your profile', 'Qualifications')}:`,
    ...needs,
    `${writer.say('We offer', 'Benefits', 'What we offer', 'Compensation')}:`,
    pay,
    writer.maybe(
      0.6,
      `${writer.int(24, 32)} days of holiday`,
      `${writer.int(300, 2000)} a year for courses`,
      `A pension of ${writer.int(3, 9)} %`,
      'Free fruit and a bicycle',
    ),
    writer.maybe(
      0.5,
      'Apply with your CV by Friday.',
      'Send us your application.',
      'We look forward to your letter.',
      'Applications to jobs@firm.example',
    ),
  );
  return caseOf(
    text,
    {
      role: 'job',
      job_function: profession.function,
      location: city[1],
      min_years_experience: least,
      ...gold,
    },
    only,
  );
}

function jobPostByCompany(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const [pay, gold] = offer(writer, facts.pay);
  const text = sentence(
    writer.say(
      `Our ${writer.one(['clinic', 'team', 'studio', 'workshop', 'school'])} in ${city[0]} needs a ${profession.title.toLowerCase()}.`,
      `We are looking for a ${profession.title.toLowerCase()} to join us in ${city[0]}.`,
      `A ${profession.title.toLowerCase()} is wanted in ${city[0]}.`,
      `Could you be our next ${profession.title.toLowerCase()} in ${city[0]}?`,
    ),
    companyFact(writer),
    `You will ${lower(writer.one(profession.does))} and ${lower(writer.one(profession.does))}.`,
    pay,
  );
  return caseOf(
    text,
    { role: 'job', job_function: profession.function, location: city[1], ...gold },
    only.filter((name) => name !== 'location'),
  );
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function shortAd(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const [pay, gold] = offer(writer, facts.pay);
  const text = sentence(
    writer.say(
      `${profession.title} wanted, ${city[0]}.`,
      `Hiring a ${profession.title.toLowerCase()} in ${city[0]}.`,
      `${city[0]}: ${profession.title.toLowerCase()} needed.`,
      `Job: ${profession.title}, ${city[0]}.`,
    ),
    pay,
    writer.maybe(
      0.5,
      `Start in ${writer.one(['May', 'August', 'October'])}.`,
      `Shifts of ${writer.int(6, 12)} hours.`,
      `Team of ${writer.int(3, 30)}.`,
      `Built in ${writer.int(1960, 2020)}, easy to reach.`,
    ),
  );
  return caseOf(text, { role: 'job', job_function: profession.function, ...gold }, [
    'role',
    'job_function',
    'salary_min',
    'salary_max',
    'salary_expectation',
    'years_experience',
  ]);
}

function recruiterNote(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const least = writer.int(1, 9);
  const [pay, gold] = offer(writer, facts.pay);
  const text = sentence(
    writer.say(
      `My client in ${city[0]} is looking for a ${profession.title.toLowerCase()}.`,
      `Recruiting for a client: ${profession.title}, ${city[0]}.`,
      `Our client, based in ${city[0]}, needs a ${profession.title.toLowerCase()}.`,
      `On behalf of a firm in ${city[0]} we search for a ${profession.title.toLowerCase()}.`,
    ),
    writer.say(
      `You have ${least}+ years of experience.`,
      `Candidates should have at least ${least} years of experience.`,
      `They ask for ${least} years of experience.`,
      `Experience of ${least} years is a must.`,
    ),
    pay,
    writer.maybe(0.4, `Referral fee ${writer.int(2, 9) * 100} euros.`, `Ref ${writer.int(2000, 9999)}.`),
  );
  return caseOf(
    text,
    {
      role: 'job',
      job_function: profession.function,
      location: city[1],
      min_years_experience: least,
      ...gold,
    },
    only,
  );
}

function jobForm(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const [prefix, suffix, rate] = writer.one(currencies);
  const high = facts.pay + writer.int(3, 20) * 1000;
  const lines = writer.shuffled([
    `${writer.say('Location', 'Place of work', 'City', 'Where')}: ${city[0]}`,
    `${writer.say('Salary', 'Pay', 'Salary range', 'Compensation')}: ${prefix}${grouped(facts.pay)} - ${prefix}${grouped(high)}${suffix}`,
    `${writer.say('Openings', 'Positions', 'Vacancies', 'Number of openings')}: ${writer.int(1, 6)}`,
    `${writer.say('Required experience', 'Experience required', 'Minimum experience', 'Experience')}: ${writer.int(1, 9)} years`,
    `${writer.say('Posted', 'Deadline', 'Closing date', 'Published')}: ${writer.int(1, 28)} June 2026`,
  ]);
  const text = join(
    '\n',
    `${writer.say('Job title', 'Vacancy', 'Open position', 'Role')}: ${profession.title}`,
    ...lines,
  );
  return caseOf(
    text,
    {
      role: 'job',
      job_function: profession.function,
      location: city[1],
      salary_min: facts.pay * rate,
      salary_max: high * rate,
    },
    [
      'role',
      'job_function',
      'location',
      'salary_min',
      'salary_max',
      'salary_expectation',
      'years_experience',
    ],
  );
}

function friendlyAd(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const text = sentence(
    writer.say(
      `Do you like to ${lower(writer.one(profession.does))}?`,
      'Tired of your commute?',
      'We are a small team with big plans.',
      'Come and work where people say hello.',
    ),
    writer.say(
      `We would love to meet a ${profession.title.toLowerCase()} for our ${city[0]} office.`,
      `Join our ${city[0]} team as a ${profession.title.toLowerCase()}!`,
      `There is a place for a ${profession.title.toLowerCase()} in ${city[0]}.`,
      `In ${city[0]} we have a desk for a ${profession.title.toLowerCase()}.`,
    ),
    companyFact(writer),
    writer.say(
      'Write to us.',
      'Drop us a line with your CV.',
      'Interested? Apply today.',
      'Your application takes two minutes.',
    ),
  );
  return caseOf(text, { role: 'job', job_function: profession.function }, [
    'role',
    'job_function',
    'salary_min',
    'salary_max',
    'salary_expectation',
    'years_experience',
    'min_years_experience',
  ]);
}

function bulletsOnly(writer: Writer): Case {
  const facts = factsOf(writer);
  const { profession, city } = facts;
  const mark = bullet(writer);
  const text = join(
    '\n',
    `${profession.title}, ${city[0]}`,
    ...writer.shuffled(profession.does).map((line) => `${mark}${line}`),
    `${mark}${writer.say('You enjoy working with people', 'You like to learn', 'Your German is good', 'You can start in May')}`,
  );
  return caseOf(text, { role: 'job', job_function: profession.function }, [
    'role',
    'salary_min',
    'salary_max',
    'salary_expectation',
    'years_experience',
    'min_years_experience',
  ]);
}
