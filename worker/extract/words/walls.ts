/*
 * What bot guards, queues and closed shops print instead of the page, and what they leave in its code.
 */

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const YOU_ARE = `you(?:['’]?re| are| were| might be)`;

/** The same in the languages that a wall may answer in, whatever the shop's own is. */
const FOREIGN: readonly string[] = [
  'zugriff (?:auf .{0,40})?(?:verweigert|gesperrt)|kein roboter|sicherheits(?:über)?prüfung|in ihr(?:em|er) (?:land|region) (?:leider )?(?:derzeit )?nicht verfügbar|wartungs(?:arbeiten|modus)|warteschlange|zu viele anfragen|ungewöhnliche[rn]? datenverkehr',
  "accès (?:à .{0,40})?(?:refusé|interdit|bloqué)|pas un robot|vérification de sécurité|un instant ?(?:…|\\.\\.\\.)|file d[’']attente|trop de requêtes|(?:site|boutique) (?:est )?en (?:cours de )?maintenance|pas disponible dans votre (?:pays|région)",
  'acceso (?:a .{0,40})?(?:denegado|bloqueado|prohibido)|que (?:es|eres) (?:un )?humano|no (?:es|eres|soy) un robot|(?:comprobación|verificación) de seguridad|(?:sala|fila) (?:de espera|virtual)|(?:sitio|tienda) en mantenimiento|no (?:está )?disponible en (?:su|tu) (?:país|región)|demasiadas solicitudes',
  'acesso (?:a .{0,40})?(?:negado|bloqueado|proibido)|não é um rob[ôo]|tráfego incomum|(?:loja|site) em manutenção|verificação de segurança|muitas solicitações',
  'accesso (?:a .{0,40})?(?:negato|bloccato)|non sei un robot|(?:sito|negozio) in manutenzione|traffico insolito|non (?:è )?disponibile nel tuo paese|troppe richieste|verifica di sicurezza',
  'toegang (?:tot .{0,40})?(?:geweigerd|geblokkeerd)|geen robot|(?:winkel|webshop|site) is tijdelijk gesloten|bezig met onderhoud|onderhoudsmodus|beveiligings(?:controle|verificatie)|wachtrij|niet beschikbaar in (?:uw|jouw|je) (?:land|regio)',
  'åtkomst nekad|(?:adgang|tilgang) nægtet|(?:inte|ikke) en robot|odmowa dostępu|dostęp zabroniony|nie jesteś robotem|przerwa techniczna|erişim (?:engellendi|reddedildi)|robot olmadığınızı',
  'доступ (?:запрещ[её]н|ограничен|заблокирован)|вы не робот|технические работы|проверка безопасности',
  'アクセスが拒否|ロボットではない|人間であること|混み合って|順番(?:が来る|に)|メンテナンス中|セキュリティの?(?:確認|検証)',
  '访问被拒|拒绝访问|存取被拒|不是(?:机器人|機器人)|人机验证|安全验证|系统维护|排队中|접근이? ?(?:거부|차단)|로봇이 아닙니다|점검 중입니다|대기열|보안 확인|봇이 아님',
  'jesteś człowiekiem|nietypow(?:ą|a) aktywność|för många förfrågningar|ovanlig trafik|for mange (?:anmodninger|forespørsler)|usædvanlig trafik',
  '(?:seite|shop|website) ist (?:derzeit|vorübergehend) nicht (?:erreichbar|verfügbar)|(?:site|boutique) (?:est )?temporairement indisponible|(?:sito|negozio) .{0,25}non disponibile|(?:sitio|tienda) .{0,25}no disponible|(?:site|winkel) is tijdelijk niet',
];

/** Said by walls alone where a page says little else. */
export const WALL_TEXT = anyOf([
  // Who are you?
  `${YOU_ARE} (?:not )?(?:an? )?(?:human|robot|bot|(?:real|actual) person)\\b`,
  'look(?:s|ed)? (?:like a (?:robot|bot)|automated)\\b',
  'are you (?:an? )?(?:human|robot|bot)\\b',
  'not a (?:robot|bot)\\b|robot or human|bot or not',
  '(?:human|bot|robot) (?:verification|detection|check)\\b|prove your humanity',
  'press (?:&|&amp;|and) hold|hold the button to confirm',
  'verification required|verify(?:ing)? (?:your|the) (?:browser|connection|identity)',
  '(?:connection|browser) needs to be (?:verified|checked)|review the security of your connection',
  '(?:additional|complete (?:the|a)) security check|security check(?:point)?\\b|checking your browser',
  'pardon our interruption|just a moment\\.\\.\\.|attention required|^client challenge$|required part of this site could|ddos protection',
  'type the characters you see|(?:solve|complete) (?:this|the) captcha|sorry, we just need to make sure',
  'unusual (?:traffic|activity) (?:coming )?(?:from|on)|activity and behaviou?r on this site|automated (?:access|queries|requests)',
  'enable js and disable|enable javascript and cookies|enable cookies to continue',
  // You may not.
  'access (?:to (?:this|the) [\\w ]{2,20} )?(?:has been |is |was )?(?:denied|forbidden)',
  '(?:using|through|behind) an? (?:vpn|proxy)\\b',
  'you (?:have been|are|were) (?:temporarily )?(?:blocked|banned)|banned you (?:temporarily )?from',
  'request (?:has been |was )?(?:flagged|identified) as|flagged as (?:potentially )?(?:automated|a (?:ro)?bot)',
  'incapsula incident|_incapsula_resource',
  'access restricted|access to this (?:web)?(?:site|page) .{0,40}restricted',
  'request (?:was |is |has been )?(?:blocked|rejected)|request unsuccessful|requested url was rejected',
  "request could not be satisfied|you don['’]t have permission to access",
  '\\b403 (?:error|forbidden)\\b|^\\W*forbidden\\W*$|error 10[12]\\d\\b',
  '(?:site|store|shop|page|content|service) is (?:currently )?(?:not available|unavailable) in your (?:country|region|location|area)',
  'block access from your country|not (?:currently )?ship(?:ping)? to your country',
  // Not so fast, not now.
  'too many requests|being rate limited|rate limit exceeded',
  `${YOU_ARE} (?:now )?in (?:the |a )?(?:virtual )?(?:line|queue)\\b|waiting room|place in (?:the )?(?:line|queue)|people ahead of you|let you in (?:as soon as|when)`,
  '(?:number|position) in (?:the )?(?:line|queue)|estimated wait(?:ing)? time',
  '(?:scheduled|planned|routine|essential|site|under(?:going)?|down for) maintenance|maintenance (?:mode|downtime)',
  "we['’]ll be (?:right )?back (?:soon|shortly|online)|back online (?:soon|shortly)",
  'service (?:is )?(?:temporarily )?unavailable|temporarily unable to service|bad gateway|gateway time-?out',
  "error code:? 5\\d\\d\\b|web server is (?:down|returning)|(?:page|site) will (?:automatically )?(?:reload|refresh)|when it['’]s your turn",
  '(?:web)?(?:site|shop|store) is (?:currently |temporarily )?(?:offline|down) (?:while|for|as)\\b',
  'guru meditation|backend fetch failed|internal server error|(?:shop|store) is (?:currently |temporarily )?(?:closed|unavailable)',
  ...FOREIGN,
]);

/**
 * Said on gates that a shopper passes with one click, and by shops not open yet; on a shop's own pages too, so it counts only
 * where next to nothing else is printed.
 */
export const GATE_TEXT = anyOf([
  'are you (?:over|at least|aged?) (?:18|21|eighteen)|(?:legal|lawful) drinking age|(?:age|date of birth) verification|verify your age|sind sie (?:über|mindestens) 18|avez-vous (?:plus de )?18 ans',
  '(?:select|choose|confirm) your (?:location|region|country|shipping (?:country|destination))|where (?:are you|should we ship)|wählen sie ihr land|choisissez votre pays',
  'enter (?:store )?(?:using|with) (?:a )?password|opening soon|launching soon|password protected',
  'browser is (?:not|no longer) supported|(?:update|upgrade) your browser',
  'your privacy choices|(?:accept|manage)(?: or manage)? (?:all )?cookies|cookie (?:settings|preferences|consent)|alle cookies (?:akzeptieren|accepteren)|accepter les cookies',
]);

/** Code that only a challenge holds. */
export const CHALLENGE_CODE =
  /cf_chl_(?!(?:\w{1,8}_)?tk)|jschl_vc|challenge-platform\/[^"'\s]{0,40}orchestrate|sec-if-cpt|cp_challenge|bm-verify|px-captcha|captcha-delivery\.com|gokuProps|ak_bmsc_challenge|distil_r_captcha/i;

/** Code that guards put on the shop's own pages too. */
export const GUARD_CODE =
  /_Incapsula_Resource|_pxAppId|challenges\.cloudflare\.com|awswaf|KPSDK|queue-it\.net|google\.com\/recaptcha|hcaptcha\.com/i;

/** What a guard answers a script that asks for JSON. */
export const REFUSED_ANSWER =
  /captcha-delivery\.com|"blockScript"|"sec-cp-challenge"|"cpr_chlge"|"(?:message|error|title|detail|reason|description)"\s*:\s*"[^"]{0,30}(?:forbidden|access denied|not authori[sz]ed to access|too many requests|rate limit|request (?:was )?(?:blocked|rejected)|captcha|are you a (?:human|robot))/i;
