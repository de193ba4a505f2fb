import { forward } from '../../../../backend';

export { forward as GET, forward as POST };
