/** Names of the fields of the form on the page of a contact; each bot has one of its own, named by its id. */
export const contactForm = { all: 'all', newKey: 'new_key' } as const;
