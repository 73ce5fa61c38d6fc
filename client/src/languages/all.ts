// The languages of the page, each in a file of its own, but for the list of keys, `help`: another one is one more here.

import type { Language } from "../model/legend";
import { en, type Tongue } from "./en";
import { it } from "./it";

export const TONGUES: Readonly<Record<Language, Tongue>> = { en, it };

/** The language of a browser, where the page has it. */
export const languageOf = (browser: string): Language =>
  (Object.keys(TONGUES) as Language[]).find((language) => browser.startsWith(language)) ?? "en";

/** That of a language which may be none of the page's. */
export const tongueOf = (language: string): Tongue | undefined =>
  Object.hasOwn(TONGUES, language) ? TONGUES[language as Language] : undefined;
