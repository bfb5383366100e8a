import { byteTermsOf } from "./byte-terms.ts";
import { coreGroups } from "../findings/finding.ts";
import { vocabularyOf } from "./vocabulary.ts";

/** What the byte filter is taught for the groups that are always on. The command's bundle holds the outcome alone. */
export const coreTerms = byteTermsOf(vocabularyOf(coreGroups));
