import type { Messages } from '../messages.js';
import { pt } from './pt.js';

/** Portuguese as outside Brazil: what differs from it. */
export const ptPT: Partial<Messages> = {
  ...pt,
  pinned: 'Afixadas',
  remove: 'Eliminar definitivamente',
  removeText: 'Uma notificação eliminada não pode ser restaurada.',
  removed: 'Eliminada.',
  reconnecting: 'A restabelecer a ligação… As novas notificações podem demorar.',
  reconnected: 'Ligação restabelecida.',
  showTag: 'Mostrar apenas «{name}»',
  removeTag: 'Deixar de mostrar apenas «{name}»',
  desktop: 'Notificações no ambiente de trabalho',
  desktopText:
    'As novidades aparecem no ambiente de trabalho enquanto este site está aberto, mas fora de vista. O navegador pergunta antes.',
  desktopBlocked:
    'O navegador bloqueia as notificações deste site. É possível permiti-las nas respetivas definições.',
  desktopUnavailable: 'Este navegador não tem notificações no ambiente de trabalho.',
  undo: 'Anular',
  loading: 'A carregar notificações…',
  loadingOlder: 'A carregar notificações mais antigas…',
  emptyTagText: 'Não há notificações com a etiqueta «{name}».',
  emptyUnreadTagText: 'Não há notificações não lidas com a etiqueta «{name}».',
  offline: 'Sem ligação. É mostrado o que já foi carregado.',
  offlineEmpty: 'Sem ligação. As notificações aparecerão quando esta voltar.',
  retrying: 'Não foi possível ligar. A tentar novamente…',
  unreachable: 'De momento, não é possível carregar as notificações.',
  signedOut: 'Inicie sessão para ver as notificações.',
  missing: 'Esta notificação já não está disponível.',
  attachments: 'Ficheiros',
  openLink: 'Abrir ligação',
  download: 'Transferir {name}',
  file: 'Ficheiro',
  actionFailed: 'Algo correu mal. Tente novamente.',
  newTab: 'abre num novo separador',
  choiceNotSaved: 'Não foi guardado. A escolha está como antes.',
  choiceWaiting: 'Sem ligação. Para guardar a escolha, mantenha esta página aberta.',
  signedOutChoice: 'Inicie sessão para guardar a escolha.',
  someNotSaved: { one: '{count} escolha não foi guardada.', other: '{count} escolhas não foram guardadas.' },
  search: 'Procurar nas notificações',
  emptySearch: 'Nenhuma notificação carregada corresponde à procura.',
};
