/** "My boy's thirty-nine": the form of a word of kinship with "is", which is that of its plural. */
export const kinContraction =
  /^(?:boy|girl|lad|lass|son|daughter|brother|sister|dad|daddy|mum|mom|mam|mate|cousin|uncle|aunt|auntie|gran|granny|nan|grandad|friend|flatmate|nephew|niece)s$/;
