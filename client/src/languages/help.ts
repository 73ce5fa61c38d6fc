// What the list of keys says in each language, apart from the rest: only a table has it, and the first page weighs less.

import type { Language } from "../model/legend";

interface Help {
  keys: Readonly<Record<KeyName, string>>;
  /** What fingers do, and what comes of it. */
  touch: readonly (readonly [string, string])[];
  /** For whoever listens. */
  aloud: string;
}

const keys = {
  next: "to the next thing that can be picked",
  pick: "pick it",
  back: "put the last pick back; nothing was played yet",
  buttons: "the buttons",
  moves: "all moves as a list",
  inspect: "look at it closely",
  sort: "sort the hand",
  last: "what happened last, aloud",
  closer: "closer, farther, the whole table",
  past: "look at earlier moments, and come back; nothing changes",
  undo: "take the last move back",
  rules: "rules",
  sound: "sound",
  help: "this list",
};

export type KeyName = keyof typeof keys;

export const HELP: Readonly<Record<Language, Help>> = {
  en: {
    keys,
    touch: [
      ["hold", "look at it closely, read a card"],
      ["drag", "to where it goes"],
      ["two fingers", "closer, farther"],
      ["twice", "closer, the whole table"],
    ],
    aloud:
      "With a screen reader: Tab leads to the table, where these keys hold; what lies on it can be read beside it.",
  },
  it: {
    keys: {
      next: "alla prossima cosa che si può scegliere",
      pick: "sceglila",
      back: "disfa l'ultima scelta; non è ancora giocata",
      buttons: "i pulsanti",
      moves: "tutte le mosse in un elenco",
      inspect: "guardala da vicino",
      sort: "ordina la mano",
      last: "l'ultima cosa successa, ad alta voce",
      closer: "più vicino, più lontano, tutto il tavolo",
      past: "guarda i momenti di prima e torna; non cambia niente",
      undo: "ritira l'ultima mossa",
      rules: "regole",
      sound: "suoni",
      help: "questo elenco",
    },
    touch: [
      ["tieni premuto", "guardala da vicino, leggi una carta"],
      ["trascina", "dove va"],
      ["due dita", "più vicino, più lontano"],
      ["due tocchi", "più vicino, tutto il tavolo"],
    ],
    aloud:
      "Con un lettore di schermo: Tab porta al tavolo, dove valgono questi tasti; ciò che vi si trova si legge accanto.",
  },
};
