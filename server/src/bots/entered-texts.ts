import type { RegisterRequest } from 'papertape-contract/registration';
import { checkTexts } from '../texts/check-texts.ts';

/** The texts that a registration publishes, whichever way it comes. Throws ApiError `text_refused`. */
export function checkEnteredTexts({
  name,
  company,
  style,
  description,
  pledge_cause,
}: Pick<RegisterRequest, 'name' | 'company' | 'style' | 'description' | 'pledge_cause'>): void {
  checkTexts({ name, company, style, description, pledge_cause });
}
