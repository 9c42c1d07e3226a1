/** The operator's page. What the operator may ask for stands in this room, too, and `papertape admin` asks for the same. */
import { feature } from '../feature/feature.ts';
import { actAtDesk, showDesk, signInAtDesk, signOutAtDesk } from './operator-page.api.ts';

export const desk = feature({
  name: 'desk',
  operations: [showDesk, signInAtDesk, signOutAtDesk, actAtDesk],
});
