/** What the sentences of a language are made with. */
import type { ComponentChildren, JSX } from 'preact';

/** A piece of a page that a sentence is put around: a number with its noun, an instant, a name. */
export type Part = ComponentChildren;

/** Puts words of the sentence into an element of the page: the words of a link, of what is stressed. */
export type Wrap = (text: string) => JSX.Element;

/** A piece of a sentence that is text alone: a title, an attribute. */
export type Value = string | number;

/** One, and any other number, as far as English and French tell them apart. */
export type Noun = readonly [one: string, other: string];
