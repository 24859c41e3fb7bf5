/**
 * The built-in cues of scopes. A domain's file adds its own (`extraction:`). All are phrases in the language
 * of `domains/phrase-pattern.ts`. The longest of several cues at one word counts, so that an exception
 * ("you can find me") outranks its rule ("you").
 */

/** Switch to the scope of the wished-for counterpart. */
export const wishCues: readonly string[] = [
  '(looking|lookin|look|searching|hunting|hoping|wishing) (for|4|to (meet|find|date|match with|hire|connect with|get to know))',
  'looking 2 (meet|find)',
  '(seek|seeks|seeking|iso|in search of|on the (lookout|hunt) for|isnt after|not after)',
  '(im|am|is|are|were|re|shes|hes|theyre|really|just|only|mainly|always) after (a|an|some)',
  '^ after a',
  '(want|wants|wanting|wanna|need|needs|wish|hope|hopes|like|love|id like|id love|would like|would love) to (meet|find|date|match with|get to know|connect with|hire)',
  'wanna (meet|find|date|get to know)',
  '(want|wants|wanted|need|needs) (a|an|my|your|some) [_] (man|woman|guy|girl|lady|gentleman|boy|partner|person|husband|wife|boyfriend|girlfriend|companion|candidate|developer|engineer|buddy|mate)',
  '(want|wants|wanted|need|needs) (someone|somebody|some one|men|women|guys|girls)',
  'interested in (men|women|guys|girls|ladies|males|females|meeting|dating|finding|someone|both|hearing from)',
  '(into|attracted to|dating|prefer|prefers|like|likes|love|loves|fancy|date|open to) (men|women|guys|girls|ladies|males|females|boys|gentlemen|older|younger|taller|someone)',
  '(prefer|prefers|preferably|preference|preferred|ideally)',
  '[my|our|the|her|his|their] (ideal|perfect|dream|future|right|next) (match|partner|man|woman|guy|girl|lady|date|person|candidate|companion|husband|wife|boyfriend|girlfriend|mate|hire|investor)',
  'who (im|i am|were|we are) (looking for|after|hoping to meet)',
  'what (im|i am|were|we are) (looking for|after|seeking)',
  '(message|text|dm|hmu|contact|write|ping|hit|swipe|say|drop|reach|apply) [me|us|right|hi|hello|out|up|a line|a message|today|yes] [up] if [you|youre|your]',
  'if (you|youre|your|ur)',
  '(someone|somebody|some one|anyone|anybody|a partner|people|a person) (who|that|thats|whos|between|aged|over|under|around|older|younger|within|near|from|with|in their)',
  '(a man|a woman|a guy|a girl|a lady|a gentleman|men|women|guys|girls|ladies|gentlemen) (between|aged|over|under|around|older|younger|within|in their)',
  '(enjoy|like|love|appreciate|welcome|want) [the] company of',
  '(love|like|want|need|enjoy|appreciate|marry) (a|an|some|the right|the) [_] (man|woman|gentleman|lady|guy|girl|boyfriend|girlfriend|husband|wife|companion|partner)',
  'marry (someone|somebody)',
  '^ (men|women|guys|girls|ladies|gentlemen|blokes|gals) [aged|over|under] #',
  '(tryna|trying to|try to|aiming to|here to|like to|love to) (find|meet|date|get to know)',
  '(he|she|they) (should|must|needs to|has to|need to|have to|ought to|would be|can be)',
  '^ (must|should) (be|have|love|like|live|want|know|speak|enjoy|not)',
  '(partner|match|person|candidate|candidates|applicant|applicants|man|woman|guy|girl) (must|should|needs to|has to)',
  'please be',
  '(youre|you are|your age) [a|an|between|in|over|under|ideally]',
  'you (must|should|need|have|ideally|want|love|like|enjoy|value|live|work|bring|know|can|will|share|might be|could be|appreciate|speak|believe|care)',
  '(youve|youll|youd)',
  'you between',
  '(wanted|wltm)',
  '^ (want|wants|wanting|need|seek) ^',
  '(something|anything|smth) [_] with (a|an|some)',
  '(praying|longing|waiting|ready|wishing) for (a|an|my|the)',
  '(bonus|extra) points (if|for)',
  'swipe (right|left) if',
  '(open to|up for) (meeting|dating|men|women|ages|anyone)',
  '(praying|pray|longing|dreaming|wishing) (for|of)',
  'with (a|an|the right) [_] (lady|gentleman|man|woman) (not|no|between|aged|over|under|around|older|younger|within|in their|who|that)',
  'for (a|an|my) [_] (man|woman|guy|girl|lady|gentleman|husband|wife|boyfriend|girlfriend)',
  'seeks',
];

/** Switch to the profile itself, also inside a wish. */
export const selfCues: readonly string[] = [
  '(im|i am|ive|i have|i live|i work|i was born|i turned|i turn|i grew|i moved|my name|ill be|ill turn)',
  '(i|im|me) (personally|myself)',
  'as (someone|somebody|a person) (who|that|with|from)',
  '(i am|im|as) (a|an) [_] [_] (man|woman|guy|girl|lady|gentleman|person|partner|dude|gal) [who|that|with|from|in]',
  'about (me|us)',
  // "My brother asked me to write this: he is 52": the profile is the brother's.
  '(asked|told|wants|begged|made) me to (write|make|do|set up|create) (this|his|her|their|him|one|a)',
  '(writing|making|wrote|made|creating|setting up) (this|his|her) [profile|ad|bio|account] (for|on behalf of) [_] [_] [_]',
  '(we are|were|we have|weve|we offer|we provide|we pay)',
  'as (a|an|for) [me|myself]',
];

/** The same, at the start of a clause or after a conjunction. */
export const weakSelfCues: readonly string[] = [
  'i',
  'id',
  'ill',
  'my',
  'me',
  'we',
  'our',
  'a bit about',
  'currently',
];

/** Endings are spelled out, since "intern*" would match "international", and "friend*" "friendly". */
const kin =
  '(brother|sister|mom|mum|mam|mama|mother|mummy|mommy|momma|dad|daddy|papa|father|grandad|granddad|granny|gran|nan|nana|auntie|aunty|son|daughter|kid[s|do|dos]|child|children|childrens|friend[s]|bestie|boss|roommate|roomie|flatmate|housemate|parents|grandma|grandpa|grandmother|grandfather|cousin|uncle|aunt|husband|wife|boyfriend|girlfriend|partner|ex|dog|cat|puppy|kitten|nephew|niece|colleague[s]|coworker[s]|therapist|neighbour|neighbor|twin[s]|teenager[s]|boy|girl|girls|boys|horse|grandson|granddaughter|grandkid[s]|stepson|stepdaughter|family|manager|supervisor|teacher|professor|landlord|clients|assistant|intern[s])';

/** At the start of a clause: switch to another person, until a cue of the profile itself. */
export const otherCues: readonly string[] = [
  `(my|our|her|his|their) [late|ex|best|older|younger|little|big|elder|eldest|oldest|youngest|old|former|previous|last|two|three|four|own] [_] ${kin}`,
  `(my|our|ma|me) ${kin}`,
  `a friend of mine`,
  `(my|our|her|his) (last|previous|former) (relationship|company|employer|job|startup|partner)`,
  // "Our client, a bank, is hiring" is a post for the client, unless it is one of several clients.
  `(my|our) (first|second|biggest|largest|main|typical|average|next) client`,
];

/** Nouns after which "(8)" or "who is 60" is about another person. */
export const kinNouns: readonly string[] = [kin];

/** Institutions that a kin noun can describe. */
const institution =
  '(academy|agencies|agency|agent[s]|api|app[s]|association|bakery|band|bank|books|boutique|brand|business|businesses|cafe|care|centre|center|charity|charities|city|clinic[s]|clothes|clothing|club|college|companies|company|department|education|farm|fashion|firm|food|foods|foundation|fund[s]|furniture|garage|group|healthcare|home|homes|hospice|hospital[s]|hotel|insurance|job|label|law|learning|library|magazine|medicine|menu|museum|network|nursery|nurseries|office[s]|onboarding|opening|orchestra|organisation|organization|platform|playground|portal|position|post|practice|product|program|programme[s]|relations|restaurant[s]|robot[s]|role|room|round|salon|school[s]|service|services|shelter|shop[s]|site|software|startup|store[s]|studio|success|team[s]|theatre|theater|tongue|tool|tools|toys|training|unit|vacancy|ward[s]|wear|website|bot[s])';
/** Words between kin noun and institution: "teacher training platform", "Mother & Baby store". */
const attribute =
  '(and (baby|babies|child|children|toddler|daughter|daughters|sons|friends|co)|book|clothing|coaching|day|dental|fashion|finance|food|football|health|interest|language|law|learning|matching|medical|mental health|music|onboarding|owned|pet|riding|run|safety|school|services|sitting|sport|success|support|therapy|toy|training|travel|tutoring|walking)';

/**
 * Kin nouns as attributes: "children's hospital", "family business", "sister company". The phrases start at
 * the kin noun, so they hold after any word. A hyphen also makes an attribute ("family-run",
 * `assign-scopes.ts`).
 */
export const attributeCues: readonly string[] = [
  `${kin} [${attribute}] ${institution}`,
  `${kin} and (baby|babies|toddler|co|daughters|sons) [${institution}]`,
  '(parent|sister|daughter|mother|partner|client) (companies|company|firm|organisation|organization|group)',
  '(family|families) (office*|fund|business*|company|owned|run|friendly|medicine|law|doctor|car|values|life)',
  'son et',
];

/** Switch from the profile itself to its past, until the clause ends. */
export const pastCues: readonly string[] = [
  '(when|while|since|until|till|after|before|because) (i|we|he|she|they) (was|were)',
  '(when|while) (i was|we were) [_] [_]',
  '(used to|back when|in the past|at the age of|by the time|a few years ago)',
  '(i|we|id|i had|he|she) (was|were|had been|been) [once|recently|briefly|previously|happily] (married|engaged|in a relationship|dating|seeing)',
  '(have|had|has|ive|id) been married',
  '(was|were) (in|with|together|a) (a relationship|a marriage|long term|someone)',
  // Things that are there no more: "I already had a leather one", "our old stack was Ruby".
  '(i|we|he|she|they) (already|once|previously|formerly) (had|owned|tried|bought) [a|an|one|the]',
  '(last|the other) (year|month|week|summer|winter|spring|autumn|time) (i|we|he|she|they) (had|bought|tried|got|used|ordered|owned) [_]',
  '(our|my|the) (old|former|previous|last) (stack|system|setup|one|model|supplier|vendor|version|pair|set) (was|were|had)',
  '(we|i) (bought|had|used) [then|back then|before|at first]',
  '(we|i) got (then|back then|before|at first|to # [k|m|million|thousand])',
  '^ (until|till) (january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|recently|lately|then|yesterday|last|20##|the end of|the beginning of)',
  '(last|two|three|some|a few|a couple of) (year|years|month|months|summer|winter|spring|autumn) [ago|back] (i|we|he|she|they) (tried|tested|used|had|hired|rented|paid|bought|ordered|got)',
];

/** Exceptions to the cues above; they switch nothing. */
export const neutralCues: readonly string[] = [
  // "Just me and my flatmate in Leeds" is about the writer.
  `(me|myself|i) (and|with) my [_] ${kin}`,
  '^ (client|member|candidate|customer|user|applicant) (profile|file|ref|reference|card|number|id|no|record|summary|sheet)',
  'iso [iec|en|ts] (9001|13485|14001|14971|20000|20022|22301|26262|27001|27017|27018|27701|42001|45001|50001)',
  'iso (iec|en|certif*|compliant|accredit*|standard*|norm*)',
  'you (can|will|could|might|may|would) [often|usually|probably|always|also|typically|mostly] (find|catch|see|spot|hear|call|say|tell|get) [me|us|that]',
  '(youll|youd) [often|usually|probably|always|also|typically|mostly|likely] (find|catch|see|spot|hear) (me|us)',
  '(you know|you name it|you get the idea|you guessed it|you could say|you see|thank you|as you can|before you ask|you never know|you only live once)',
  'if you (ask|want to know|must know|cant tell|can)',
  '(looking|look|looked|hoping|searching) (after|forward|back|like)',
  '(not looking for|looking for) (work|a job|my keys|trouble)',
  '(is|am|im|as|hes|shes|be|being) (a|an) [_] [_] (man|woman|guy|girl|lady|gentleman|person|partner) (who|that|with|from|in)',
  'if (im|i)',
  'wanted (by|to be)',
];

/** Headings of sections about the wished-for counterpart. */
export const wishHeadings: readonly string[] = [
  '[minimum|preferred|basic|required|key|job|candidate] (requirements|qualifications|skills required|must haves|must have|nice to have|nice to haves)',
  'required skills',
  'what (youll|you will) (bring|need|have)',
  'what you [ll] (bring|need|have)',
  '(who|what) (we are|were|im|i am) (looking for|seeking|after)',
  '[we are|were|im|i am] looking for',
  'looking for',
  '(who you are|about you|your profile|your background|you have|you|you are|seeking|wanted|wants|want|partner preferences|preferences|match preferences|desired partner)',
  '[my|the|our] (ideal|perfect|dream) (candidate|partner|match|date|person|man|woman|investor|founder|mate)',
];

/** Headings of sections about the profile itself. */
export const selfHeadings: readonly string[] = [
  'about (me|us|the company|the role|the job|the team|our company|the business|the product|myself)',
  '(summary|experience|profile|education|skills|benefits|perks|compensation|salary|bio|basics|overview|responsibilities|employment|hobbies|interests|values|background|languages|certifications|projects|contact|traction|team|market|product|price|details|description|location|specs|features)',
  '[professional|work|career|executive|personal|technical|core] (summary|experience|history|skills|profile|statement|objective|competencies)',
  '(what|why) (we|i) (offer|do|are|value|care about|believe)',
  '(the role|the job|who we are|who i am|we offer|what we offer|the company|the team|the product|my self summary|self summary|what im doing with my life)',
];
