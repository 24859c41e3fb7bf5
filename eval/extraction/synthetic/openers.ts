/**
 * Short texts whose side shows in how they are put. `{thing}` is their subject and `{city}` a place. None of
 * them has a fact of one side, so that only the side and the place are gold.
 */
import type { Case } from '../read-cases.ts';
import { cities } from './facts.ts';
import { caseOf, type Writer } from './writer.ts';

type Openers = Readonly<Record<string, readonly string[]>>;

const hiring: Openers = {
  candidate: [
    'Hi all, {thing} here. Ten happy years with one employer, now curious what else is out there. {city} or nearby.',
    'Objective: a post as {thing} in a team that shares its knowledge. {city}.',
    'I left my last post in March and would like to get back into work as {thing}. I live in {city}.',
    'Dear hiring team, please find my details below. I am a {thing} with a clean record and good references.',
    'Just moved to {city}. {thing}, hard worker, all shifts. Message me if you have something.',
    '{thing} seeking part-time hours, school run permitting. {city} only.',
    'Freelance {thing}, booked until May, free after that. Day rate on request.',
    'Recently qualified {thing}. Finished my training with distinction, want to learn from good people.',
    'Twenty years on the tools, now I want to pass it on. {thing}, {city}.',
    'My contract as {thing} ends in June. Who needs me?',
    'Career break over: {thing}, up to date with all certificates, ready to start.',
    'Responsible for a team, a budget and a lot of coffee. {thing} by trade, {city} by choice.',
    'Personal profile: organised, punctual, friendly. Worked as {thing} since leaving college. Hobbies: chess.',
    '{thing} | open to offers | requirements: decent people, fair pay, no weekends',
    'Position held: {thing}. Duties: everything nobody else wanted to do. Reason for leaving: the firm closed.',
    'I speak three languages, drive, and have worked as {thing} in four countries.',
    'Looking to swap the big city for {city}. {thing}, used to pressure.',
    'Core competencies: planning, patience, people. Employment history: {thing}, 2011 to 2024.',
    'Awarded employee of the year twice. {thing}. Volunteer at the food bank. References available.',
    'Student, second year, looking for shifts as {thing} in {city} over the summer.',
  ],
  job: [
    'Our {thing} retires in June and we would like somebody to learn from her before that. {city}.',
    'Family business in {city} takes on a {thing}. Come by for a coffee.',
    'We have been making things in {city} since my grandfather. Now the team lacks a {thing}.',
    'Immediate start: {thing}, full training, uniform provided. {city}.',
    'You are a {thing} and do not want to spend your life in traffic? Our office is beside the station in {city}.',
    'The successful applicant will work as {thing} and report to the head of department.',
    'Fixed-term contract, {thing}, maternity cover, {city}. Closing date Friday.',
    'As our new {thing} you bring order into chaos, and we bring cake.',
    'Help! Our {thing} won the lottery. We need a new one in {city}.',
    'Must have: own tools. Nice to have: humour. We offer: steady work as {thing}.',
    'Who are we? A small practice in {city}. Who are you? A {thing} who likes people.',
    'I run a small shop and need a {thing} three mornings a week. {city}.',
    'Position: {thing}. Reports to: operations. Contract: permanent. Interviews in the first week of July.',
    'The department invites applications for a {thing}. The post is open to all.',
    'Two {thing} positions have opened in {city}. Experience is welcome, not required.',
    'Join a crew that finishes on time. {thing}, {city}, van included.',
    'Key responsibilities: what a {thing} does, and a little more. Essential: a licence.',
    'My mother needs a {thing} in {city} four days a week. We pay well and on time.',
    'We are growing again. If you are a {thing}, talk to us.',
    'Apprenticeship as {thing} in {city}. No marks needed, only interest.',
  ],
};

const marketplace: Openers = {
  buyer: [
    'Anyone got a {thing} they no longer use? {city} area.',
    'My {thing} died last night. Need another one by the weekend.',
    'Student on a small budget after a {thing}. Scratches do not matter.',
    'Does somebody sell a {thing} in {city}? I would come and get it.',
    'Hoping to find a {thing} for my nephew.',
    'WTB {thing}. Let me know what you have.',
    'In search of a {thing}, any colour but pink.',
    'Would love to get my hands on a {thing}.',
    'I collect these: every {thing} from before 1990 is interesting to me.',
    'After a {thing}. Must work. Cash waiting in {city}.',
    'We just moved and still lack a {thing}. Tell me your price.',
    'Wanted for a school play: one {thing}, it need not work.',
    'Who has a {thing} lying around in the cellar?',
    'Please offer me your {thing}. I pay fairly.',
    'Trying to replace a stolen {thing}. Offers welcome.',
    'Need: {thing}. Can fetch: this week. Where: {city}.',
  ],
  listing: [
    'Clearing out the flat: {thing}, well loved, collect from {city}.',
    'My {thing} is looking for a new home. Non-smoking household.',
    'Upgraded, so this {thing} has to go.',
    'One careful owner. {thing} with box and manual.',
    'Unwanted gift: {thing}, still in its wrapping.',
    '{thing}. Works as it should. Small mark on the side, see picture.',
    'Moving abroad in May, {thing} cannot come with us. {city}.',
    'Grandma’s {thing}, stood in the attic for years. {city}.',
    'Barely touched {thing}. First come, first served.',
    '{thing}, needs a little care, otherwise fine. You collect.',
    'Our shop in {city} has a few of these left: {thing}, with warranty.',
    'Bought the wrong one: {thing}, opened once, receipt included.',
    'No time for it any more: {thing}. Can be tried in {city}.',
    '{thing}, serviced last month, ready to go.',
    'I want a fair price for my {thing} and no time wasters.',
    'Swap or cash: {thing}. Viewing any evening.',
  ],
};

const founderInvestor: Openers = {
  founder: [
    'After a year of nights and weekends, {thing} works. Now we want to do it full time from {city}.',
    'Ever waited four hours for a part? We fix that with {thing}.',
    'We are two engineers and a nurse. Our idea: {thing}.',
    'Deck attached. {thing}. First customers pay. Looking for somebody who opens doors.',
    'Hospitals lose a day a week. {thing} gives it back. Pilot starts in autumn.',
    'I left my job at a bank to make {thing}. Co-founder on board, prototype done.',
    'Our waiting list has grown every week since we launched {thing}.',
    'What we do: {thing}. What we need: patient money and good advice. {city}.',
    'Spun out of the university in {city}: {thing}. Patent pending.',
    'Problem: nobody likes forms. Solution: {thing}. Status: beta.',
    'Bootstrapped so far. {thing} for small firms. Ready to grow.',
    'Looking for a lead for our round. {thing}, sold in three countries.',
  ],
  investor: [
    'I help first-time teams with money and contacts. {thing} would interest me.',
    'Our family has owned mills for a century. Now we put part of it into young companies around {city}.',
    'Ex-founder with time and capital. I take small stakes and answer the phone.',
    'We are generalists with a soft spot for {thing}. Office in {city}.',
    'Patient capital for people who build real things. No buzzwords, please.',
    'A syndicate of forty doctors. We back what we would use ourselves.',
    'We look at four hundred companies a year and choose six.',
    'Early cheques, quick answers, no board seat. {city}.',
    'The venture arm of an insurer. We bring customers as well as money.',
    'I sold my company and now support the next ones. Mostly things like {thing}.',
    'Our third vehicle is open for applications from teams in {city}.',
    'We co-invest with others and follow on. Climate first, {thing} second.',
  ],
};

const products: Openers = {
  shopper: [
    'Getting back into sport and have nothing to wear. A {thing} to begin with?',
    'My partner says I need a {thing}. What would you get?',
    'Tired of throwing away cheap ones. Which {thing} lasts?',
    'Help me choose a {thing}, I am lost.',
    'I am vegan, so no leather. A {thing} for daily use please.',
    'Is there a {thing} that does not look like everybody else’s?',
    'We are furnishing our first flat and still miss a {thing}.',
    'Birthday next week, no idea. Perhaps a {thing}?',
    'Something light and simple. I hate logos. {thing}.',
    'I would treat myself to a nice {thing}.',
    'A {thing} for a left-handed cook, does that exist?',
    'On the hunt for a {thing} for rainy days.',
  ],
  product: [
    'The {thing} that our customers buy twice.',
    'Made in a small workshop: a {thing} for every day.',
    'New in our range: {thing}, in four colours.',
    'A {thing} with a lifetime guarantee. In stock now.',
    'Designed for long days. This {thing} comes in a gift box.',
    '{thing} by hand, limited to fifty pieces.',
    'Bestseller: {thing}. Ships within two days.',
    'Our lightest {thing} yet. Wash at 30 degrees.',
    'Classic {thing} with modern details. Add to basket.',
    'This {thing} is cut from offcuts, so every piece is different.',
    'Meet the {thing} that fits under any desk.',
    'Refill included: {thing}, set with brush and cloth.',
  ],
};

const openersOf: Readonly<Record<string, Openers>> = {
  hiring,
  marketplace,
  'founder-investor': founderInvestor,
  'product-recommendation': products,
};

/** A text of a side that is drawn first, about one of the things. */
export function openerCase(writer: Writer, domain: string, things: readonly string[]): Case {
  const openers = openersOf[domain]!;
  const side = writer.one(Object.keys(openers));
  const [city] = writer.one(cities);
  const written = writer.say(...openers[side]!);
  const thing = writer.one(things);
  const text = written.replaceAll('{thing}', thing).replaceAll('{city}', city);
  return caseOf(text.charAt(0).toUpperCase() + text.slice(1), { role: side }, ['role']);
}
