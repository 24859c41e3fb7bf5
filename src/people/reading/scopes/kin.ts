/** Words for another person by kinship or acquaintance. */
const kin = new Set(
  'son daughter boy girl lad lass brother sister mother father mum mom mam mama mummy dad daddy papa cousin friend niece nephew aunt auntie uncle grandmother grandfather grandma grandpa gran granny nan nana grandad granddad grandson granddaughter neighbour neighbor colleague client mate flatmate'.split(
    ' ',
  ),
);
const contracted = new Set(
  'boy girl lad lass son daughter brother sister dad daddy mum mom mam mate cousin uncle aunt auntie gran granny nan grandad friend flatmate nephew niece'.split(
    ' ',
  ),
);

export const isKin = (form: string): boolean => kin.has(form);

/** "My boy's thirty-nine": the form of a word of kinship with "is", which is that of its plural. */
export const isKinWithVerb = (form: string): boolean =>
  form.endsWith('s') && contracted.has(form.slice(0, -1));
