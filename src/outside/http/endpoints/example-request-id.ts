/** The id of a request in every example of an answer, recorded or written by hand. */
export const REQUEST_ID = 'req_example';
