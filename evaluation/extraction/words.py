"""Words that speak of options, as patterns: `*_BEFORE` end at a list `G`, `*_AFTER` follow it."""

import re

from evaluation.extraction.labels import COUNTS
from evaluation.extraction.naming import G

# between a word and the options that it governs
LINK = (
    r"(?:[\s:=>→⇒—*_\"'“”‘’「」『』《》【】()\[\]{}$\\`|#~<▶👉✅☞·-]|应该?|应当|就|还|仍然?|依然|依旧|便|才|只能|只有|一定|很?可能|大概|最终|最后|无疑|显然|当然|确实|分别|选项|选择|代码|字母|编号|序号|[是为系选填即有]|包括|如下|以下|[一两二三四五]个?项?(?=[:,])|共[一两二三四五]项"
    r"|text(?:bf)?|math(?:rm|bf)|boxed|is|are|be|includes?|options?|choices?|letters?|therefore|clearly|would|should|the|only)"
)
_ANSWER_WORD = (
    r"(?:答案(?!解析|分析|详解|说明|选项[:\n])[,]?|正解|(?<![对应解问])(?:解答|回答|回复|作答)|结论(?:先行|在前)?|结果|先说结论|一句话|速答|简答|长话短说|太长不看|tl;dr|我的选择|最终选择|(?:最终|最后|我的?)(?:决定|判断|结论|选择|结果)|终稿|定稿|[本这]次为准|输出(?=:)|(?:最终|修正|订正|更正)(?:版|后)?|交卷|提交"
    r"|(?<![a-z])(?:answers?|ans|solution|verdict|conclusion|response|prediction|selection|selected|choices?|picks?|final)(?![a-z]))"
)
_ONES = (
    r"(?:(?:没有?(?:毛病|问题|错误?)|勾选|正确|最佳|最?合适|最?恰当|最?合理|最?准确|最优|最贴切|最?符合(?:题[意干目]|要求|定义|条件)?|应选|该选|所选|入选|当选|要选|可选|能选|能?算|属于|成立|(?<![相绝针反面核])对)(?:的)?(?:共?[一两二三四五]?[个项])?(?:选?项|选择|说法|表述|做法|描述|答案|一?项|概念|理论|术语|内容)?(?:应该?|应当|就|只|还|分别|共?有[一两二三四五][个项]){0,2}"
    r"(?:[是为有即:]|包括|如下)+|(?:(?:should|must)\sbe\s(?:ticked|selected|chosen)|to\s(?:tick|select|choose))\s(?:are|is)|(?<![a-z])(?:correct|right|true|best)(?:\s(?:ones?|options?|statements?|choices?|answers?))?\s?(?:is|are|:))"
)
ANSWER_BEFORE = re.compile(
    rf"(?im)(?:(?:{_ANSWER_WORD}(?:\(s\))?|答案(?!解析|分析|详解|说明)[^,.;:!?\n不没非错{G}]{{1,8}}?)(?:{LINK}){{0,12}}|<(?:answers?|ans|final|output|result|response|reply|final_answer|choices?|selected|selection|选择|回答|option|letter)>[\s<>a-z]{{0,12}}"
    rf"|\\boxed(?:{LINK}){{0,8}}|^#+\s*(?:final\s|correct\s)?(?:answers?|答案){LINK}*)$"
)
NOT_ANSWER = re.compile(
    r"(?i)(?:错误|干扰|不正确|不是|并非|不等于|不算|标准格式|参考格式|格式|怎么|如何|没有|非)(?:的|本题|正确|标准|最佳|参考|唯一)*\s?$|(?:找|求|给|写|填|选|看|核对|公布|按照?|根据)(?:出|了|到)?$|n[o']t\sthe(?:\s(?:correct|right|best))?\s?$|(?:wrong|incorrect)\s?$"
)
ONES_BEFORE = re.compile(rf"(?i)(?<![不非])(?<!不[太够大])(?:{_ONES})(?:{LINK}){{0,8}}$")
FALSE_ONES_BEFORE = re.compile(
    rf"(?i)(?:(?<!没有)(?<![没无])(?:问题(?:就|出)*|毛病(?:就|出)*|错误)|不正确|不对|不恰当|不合适|不合理|不属于|不符合|不包括|无关|有误|不是|不当|不成立|不能选|不能?算|不选|未选择?|(?<![没不无])错)[^,.\n:{G}]{{0,14}}?(?:的(?:那?[个者]?(?:选?项|说法|表述|一?项)?)?(?:,(?=就是))?)?(?:只|就)?(?:[是为有:]|包括|在于?|——)+{LINK}{{0,6}}$"
    r"|(?:incorrect|wrong|false)(?:\s(?:ones?|options?|statements?|answers?))?\s?(?:is|are|:)\s?$"
)
CHOICE_BEFORE = re.compile(
    rf"(?i)(?:(?<![不未别误错单多干所备候首次必勿任抽挑筛供改])(?:选择|选(?![项修拔举手民])|挑|填|勾选?)(?:上|定|出|了|的是|项|选项|答案|是|为|:){{0,3}}"
    rf"|首选|改选|应选|最[后终]定|挑选|筛选出|(?:保留|留下|剩下?的?|余下的?|剩余的?|入选|当选|改[成为]了?|(?:^|[,;.])\s?(?:留|收|取)|补[上选]|[补加]一个|还有|另有|外加|加上|圈出|勾上|(?:选取|选出|取)[^,.;:\n{G}]{{1,16}}(?=:)|定下来|(?<=[我就便])定|锁定|敲定|确定|确认|认定|判定|投)(?:了|就|便|只|只有|只能|的?只?[是有为]|的|:)*"
    rf"|\b(?:choose|select|pick|go(?:ing)?\swith|went\swith|opt\sfor|goes?\s(?:to|for))\b)(?:{LINK}){{0,8}}$"
)
# chooses where nothing more is said of them: "所以是A。", and not "所以A不对"
SO_BEFORE = re.compile(
    rf"(?i)(?:(?:因此|所以|因而|于是|故而?|可见|从而|那么?|综上(?:所述)?|即|也就|(?<![反适效响相对感不])应(?:该|当)?|就|才|正|其实|恰恰?|显然|当然|只|毫无疑问|无疑|还是|(?:我|个人|本人)(?:最终|更|还是)?(?:认为|觉得|想|猜|倾向于?|会给|给|投))(?:的|就|应该?|应当|只能|便|也|才|应|更|可能|大概|还){{0,3}}(?:[是为系即]|用|采用|归[为入于]?|属于)?[,:]?"
    rf"|[→⇒👉☞▶∴]|[=-]+>|(?:^|[,;])\s*不(?:对|是)?,|而是|应[为作]|当为|改为|\b(?:it's|it\sis|must\sbe|should\sbe|would\sbe|so(?!\s(?:is|are)\b)|thus|hence|therefore|i'd\ssay|option|leaves?|leaving|keep|i\sthink|yes)\b)(?:{LINK}){{0,8}}$"
)
ENDS_AFTER = re.compile(
    r"[\s\"'”」』】\])*_`}]*(?:选?项)?[\s\"'”」』】\])*_`}]*(?:了|吧|啦|哦|呢|喽|才对|没错|无疑|莫属|没跑|[一两二三四]?[个项者](?:选项)?|的(?=[.!]?$))*(?:[.,;:!\n(]|$)"
)
REFUSAL_BEFORE = re.compile(
    r"(?i)(?:不(?:能|可以?|应该?|该|应当|要|好|会|宜|予|再|必|用)*(?:选择?|是|考虑|填|勾)|[别勿莫]选|误选|错选|没有?选择?|排除(?:了|掉)?|剔除(?:了|掉)?|去掉|删[掉去除]|划[掉去]|舍[去弃]|淘汰|否定|抛开|除(?:了|去|开)?|n['’]t\s(?:pick|choose|select|go\swith)|并非|绝非|而非|与其说是?|(?:^|[,;.])\s?(?:弃|拒|舍|删|去)"
    r"|\b(?:not|no|neither|nor|except(?:\sfor)?|(?:all|every\w*|any\w*|no\w*)\sbut|exclude|excluding|eliminate|eliminating|rule\sout|ruling\sout|reject|drop|isn't|aren't|cannot\sbe|can't\sbe)\b)"
    r"(?:选项|:|\s|[\"“「『(\[*_{]|是|为|either|options?)*$"
)
TRUE_ONES = re.compile(  # not of the answer, the option: 正确答案是 says what is asked for
    r"(?is)(?:正确|对|成立|correct|right|true|属于|能?算|最?合理|最?准确|最?恰当|最?合适)(?:(?!答案|选项|answer|option|choice).)*"
)
CORRESPONDS_BEFORE = re.compile(r"(?i)(?:对应|corresponds?\sto)(?:的|就|是|为|本题的?|\s)*$")
CHOICE_AFTER = re.compile(
    r"(?i)(?P<no>(?:[是为])?(?:错误|干扰|不正确)的?(?:答案|选项)|不(?:能|可以?|应该?|该|应当|必|要|予|用|会|当|好|再|宜)*(?:选|入选|当选|勾|考虑|列入|纳入|填|取|要(?=[,.;!)]|$))(?!择性)|[别勿莫]选|没有?(?:被)?选|误选|错选|不宜"
    r"|(?:可以?|应该?|应当|要|予以|首先|直接|都|先|均|故|因此|被|把它|将其)*(?:排除|剔除|去掉|删[掉去除]|划[掉去]|拿掉|扔掉|淘汰|舍[去弃掉]|撤[掉回销]|作废|否[掉定])(?=[了掉它即此的]|该项|本项|[\s,.;!:)]|$)|不符合?题[意目干]|与题[意目干]{0,2}(?:不符|无关|不合)"
    r"|除外|落选|出局|靠边|空着|留空|没戏|没份|干扰项|(?:不是|并非)(?:本题|该题|正确|最佳|标准|的|这题){0,3}答案|不是最|弃选|不可取|不足取|(?<![\u4e00-\u9fff])不要(?=[,.;!]|$)|should\snot\sbe\s(?:ticked|selected|chosen)|(?:is\s|are\s)?(?:\bout\b|eliminated|ruled\sout|excluded|rejected|\bpass\b)|^\s?出(?=[,.;!]|$))"
    r"|(?P<yes>(?:都|均|皆|全|应该?|应当|必须|一定|肯定|可以?|要|得|能|该|才|就|只|来|便|故|当然|因此|所以|也|同样|同理|我|会|被|,)*(?:选上|选(?![项修择拔自手])(?=[,.;!\s]|$|它|他|[的了这])|入选|当选|应选|要选|可选|入围|入列|晋级|勾上|勾选|打勾|保留|留下|说得过去|补上|加上|(?<=[都全])要(?=[,.;!]|$))"
    r"|(?<!不)符合题[意目干]|(?:就|才|便|即|应该?|都|均|皆)*[是为]?(?:本题|该题|这题|此题)?的?(?:正确|标准|最佳|最终|唯一|参考)?的?答案(?![中里之以是为:])|正解|[是为](?:正确|最佳|应选)的?(?:选项|选择)|才(?:是|对|行|符合|合适)?(?=[的,.;!\s]|$|最|正)|[最更](?:佳(?=选|答|[,.;!)的]|$)|合适|恰当|准确|贴切|符合|合理|合题意|贴题|接近|像)|莫属|就是它|就它|即可|(?:比较)?肯定(?=[,.;!]|$)|不[能可该](?:漏|少|缺)|缺一不可|可能性最"
    r"|\b(?:is|are)\s(?:the\s|my\s)?(?:(?:(?:only|best|correct|right|final)\s)*(?:answers?|choices?|options?|pick)|(?:(?:only|best|correct|right)\sones?|the\sones?\sto\s(?:pick|choose|select|tick)))\b|\bonly\b|\bit\sis\b|\bwins?\b)"
)
TRUTH_AFTER = re.compile(
    r"(?i)(?P<no>(?:不|欠|未必|并非|说不上|谈不上|算不上|称不上|站不住脚|够不上)(?:太|够|完全|大|怎么|是|都)?(?:正确|对(?![于应照比])|准确|成立|符合|恰当|合适|合理(?!信念|认知)|妥当?|行(?!为|动)|一致|吻合|相符|相关|算(?=[,.;!]|$)|可信|属实)|以偏概全|为假|属假|不实|不符(?!合)|相悖|没有?(?:任何|什么)?(?:依据|根据|道理)|找不到(?:依据|根据)"
    r"|(?<![没不无类试])(?<!没有)(?<!毫无)(?<!尝试)错(?![觉位]|误信念|误归因)(?:误)?|有误|(?:太|过于?)(?:绝对|片面|笼统|宽泛)|(?<!毫)无关(?!变量|刺激|紧要)|没有?(?:什么)?关系|(?<!没)(?<!没有)(?<!毫无)有问题|不(?:可以|行|可)(?=[,.;!)]|$)|站不住脚|[谈说称算够]不上|谬误|张冠李戴|颠倒|混淆|混为一谈|[相说]反(?!映|应)|×|✗|✘|❌|🙅|👎|✖|✕|☒|🔴"
    r"|\b(?:is|are|was|were|does|do)(?:n't|\snot)\b|\b(?:wrong|false|incorrect|no)\b|\bnot\b(?=\s(?:correct|right|true|part|one)))"
    r"|(?P<yes>没有?(?:任何)?(?:疑问|争议|异议|疑义|毛病|问题|错)|站得住脚|属实|(?<![不否无])(?<!没有)正确|无误|没问题|没毛病|(?<!不)成立(?!了|于)|(?<!不)符合(?!题)|(?<!不)准确|(?<!不)妥当|为真|属真|(?<!不)可信(?!度)|毫无疑问|(?<![不没])(?:与|和|跟)[^,.;]{1,16}(?<!不)(?:一致|吻合|相符|匹配)(?!性)|得到(?:了)?(?:证实|支持|验证)"
    r"|(?:(?<=^)|(?<=[都均也是很才全更得法述项皆完说并非\s\uf000\"”’)]))对(?![于象策话比照抗待方应立称偶他她人它自己“\"「『(]|[\u4e00-\u9fff]{2,})|恰当(?!性)|(?<!不)合适|(?<!不)合理(?!化|情绪)|√|✓|✔|✅|👍|☑|⭕|⭐|🌟|←\s*$|[○〇◯●]|🟢|🙆|\b(?:correct|right|true|yes|holds?|stands?|fits?|qualif(?:y|ies)|too|as\swell|valid|accurate)\b|无一例外|(?<!不)(?:可以|行|可|可取)(?=[,.;!)]|$)|算一[个种项]|^\s?入(?=[,.;!]|$))"
)
NAMES_BEFORE = re.compile(
    r"(?:[是为]|处?在|叫做?|称[为作]|即|属于?|体现了?|反映了?|对应|指向|符合)(?:的是|选项)?[\s:\"“「『*(\[]*$|\b(?:corresponds?\sto|matches|namely|i\.e\.,?)[\s*(]*$"
)
TALKS = re.compile(
    r"热线|尽快(?:就医|就诊|联系)|并不孤单|陪你|不便(?:给出|作答|下结论|判断)|无法(?:给出|作答|判断|确定|确认|回答)|(?<![一])不作答|建议您|请(?:您|补充|提供|问您)|不予作答|不能作答|取舍|没有(?:正确|合适|符合[^,.;]{0,6})的?(?:答案|选项)|无正确(?:答案|选项)"
)
REFUSES = re.compile(r"无法(?:给出|作答|判断|确定|回答)|不便(?:给出|作答|下结论)|取舍|不予作答")
SO = re.compile(
    r"(?i)因此|所以|因而|故(?!事)|综上|可见|由此|于是|总之|答案|\b(?:so|thus|hence|therefore)\b"
)
PROMPTS = re.compile(r"请(?:选(?!择?\s*$)|从|在|将|回答)|从下[面列]|选出所有|每[小道]题")
GOES_THROUGH = re.compile(r"逐[项个一条]|分析|各个?选项|(?<![确选])选项(?:有|为|如下)?:")
ENOUGH = re.compile(
    r"(?i)即可|就行|就好|就可以|便可|其余|其他|剩|余下|即得|从(?:选项|备选|中)|因此|所以|故|\bso\b"
)

EVERYTHING = re.compile(
    r"一个(?:选项)?[都也](?:不(?:能|可以?|应该?))?(?:漏|少|落)|缺一不可|一个不[落漏少]|照单全收|悉数[入当]选|全都?要|无一例外|一个不少|(?:没有?|无)(?:一个|哪[个一]项?|任何)?(?:发现|找到|看到)?(?:任何|哪一?项|一项|哪个)?(?:错误的?(?:选项|说法)|错项|(?:需要|可以?|该|应)?(?:排除|剔除)的?(?:选项)?|不能选)|选全部"
)
_EXACT = {  # what a cell or a bracket alone says: whether of the answer, and what
    "选|入选|当选|应选|要选|可选": (True, True),
    "不选|不入选|排除|落选|不当选": (True, False),
    "是|对|正确|属于|包括|包含|成立|真|t|y|yes|true|算|能|会|有|在|符合": (False, True),
    "否|错|错误|不正确|不属于|不包括|不包含|不成立|假|f|n|no|false": (False, False),
    "不是|不算|不能|不会|没有|不在|非|不符合": (False, False),
}
EXACT = {word: said for some, said in _EXACT.items() for word in some.split("|")}
ALSO_POSSIBLE = re.compile(
    r"\s?(?:选?项)?(?:也|亦|都)(?:未尝不|不是不)?(?:可以?|行|说得[通过]|讲得通|有(?:一定)?道理|未必不)(?!能|以)"
)
_COUNTED = re.compile(
    r"([两二三四五六])(?:大|个(?!选?项)|种|项|条|点|类|要素|方面|维度|成分|阶段|者|特征|特点|标准|症状|表现|结构|因素|人|水平)"
)


def counted(before: str, after: str) -> int:
    """How many the words around a list say there are; 0 where they say nothing."""
    number = _COUNTED.search(after) or _COUNTED.search(before)
    return COUNTS[number[1]] if number else 0


# what makes a statement none: a condition, what others say, a question, a doubt
CONDITION = re.compile(
    r"(?i)(?:如果|假如|假设|假若|倘若|(?<![主重首需只])要是|若是?(?!干|即|有所)|一旦|即使|\bif\b|\bwere\b|\bsuppose\b)(?!从|按|照|依|只能|只选|必须|一定要|非要|单选|根据)"
)
HERE = re.compile(
    rf"(?i){G}[^,.;]{{0,4}},(?:[正标]?[确准]?答案)|但|而(?!且)|不过|然而|本题|题[中干]|题目(?=[中里要问是])|这里|此处|所以|因此|故|实际|其实|就错了|\bbut\b|\bhere\b|\bso\b|\bthen\b"
)
NOW = re.compile(
    r"(?i)再[想看核三]|[核查想看考]\S{0,3}后|还是|后来|后发现|结果|最终|最后|现在|改[为成选]|换成|更正"
)
OTHERS_SAY = re.compile(
    r"(?i)(?<![特具所固拥含没])有的|有些|有人|\d%(?:的(?:人|同学|考生|学生))?(?=都?选)|一些(?=人|书|教)|部分(?=人|书|教|考|学)|不少|许?多(?=人|书|同|考|教|学|数)|某些|网上|别的书|个别|原先|以前|最初|起初|起先|(?:一|刚|我)?开始(?:时|我|只|先|就|想|以)|一开始|刚开始|原本|本来|原以为|误以为|误认为|以为|(?:考生|同学|学生)(?=[^,.;]{0,6}(?:选|认为|以为|会|常|容易|误|把))|(?<!不)容易(?=[误错混选以认让被把会])|看似|似乎|貌似|乍[看一]|表面上?|好像|看上去|看起来|初[看步]|第一反应|差点|小[明红刚华王张](?!的)|常见(?:的)?(?:误|错)|陷阱|先想到|想过|考虑过|示例|样例|例如|格式如|(?:刚才|之前|上次)(?:说|选)(?=[^,.;:]{0,8}$)|上一题|(?:上一|另一?|那)[道个]题|题库|参考答案(?=给|上?写)|\b(?:some|many|others|students|initially|at\sfirst|might\sseem|tempting|was\sgoing\sto)\b"
)
LEFT_OPEN = re.compile(
    r"可选,?也?可以?不选|[^.;\n]{0,4}[,:]?\s?(?:暂时?|还|先|仍|有点?)?(?:可[算选行]可不[算选行]|两可|待定|待议|存疑|拿不准|说不准|不好说|不(?:太|敢|能|大)?确定|必居其一|二选一|[择选]其?一)(?![^.;\n]{0,12}(?:不选|排除|不要|舍|去掉|删|故|所以|只选|也?选上))"
)
UNSAID = re.compile(r"(?:不能说|不等于|难说|不认为|不觉得|并不意味)[^,.;]{0,6}$")
DOUBT = re.compile(
    r"(?i)可[算选行]可不|不确定|保留态度|可能|也许|或许|大概(?!率)|未必|不一定|不见得|难说|不好说|说不准|不(?:太|敢|能|大|很)?确定|拿不准|存疑|(?<!没有)(?<![无没])争议|待定|待议|两可|可选可不|部分(?:正确|对|符合|成立)|不清楚|不知道|犹豫|半对|一半|\b(?:may|might|maybe|perhaps|possibly|unsure|not\ssure|uncertain|partly|partially)\b"
)
LIKELY = re.compile(r"(?i)最(?:有)?可能|很可能|可能性(?:最|更|较)|most likely|probably")
ADDS = re.compile(
    r"(?i)另外|此外|还|再(?!想|看|核|次|一|说|读|考|检)|也|同样|亦|又|[外另]?加(?:上|\s*$)|补[上充选]?|漏|别忘|一并|同理|以及|\b(?:also|too|as\swell|plus|in\saddition|add|so\s(?:is|are|does|do))\b"
)
TAKES_OUT = re.compile(
    r"(?i)去掉|删[掉去除]|剔除|划[掉去]|拿掉|去除|撤[掉回销]|作废|舍[去弃掉]|排除|不(?:应该?|该|能|要|选)|改|换|remove|drop"
)
_ERRATUM = r"勘误|[笔手]误|误[植写印]|[写打印]错|更正|订正|erratum|corrigendum|\btypo\b"
ERRATUM = re.compile(rf"(?i)(?:{_ERRATUM})[^.;!\n]*(?<!不是)(?<!而非){G}(?!应?[去删不])")
AFRESH = re.compile(
    rf"(?i){_ERRATUM}|等等|等一下|慢着|且慢|不对[,.!]|不,|重新|再(?:想|看|核|读|检|仔细|考虑|回头)|修正|纠正|修订|改(?!变|善|革|造|编|进)|仔细|其实|复核|复查|核对|检查|抱歉|对不起|错了|[但,]我(?:认为|觉得|的)|我的(?:作答|回答|答案)|\b(?:wait|actually|sorry|correction|mistake|on\ssecond\sthought|however)\b"
)
NEGATED_AFTER = re.compile(
    r"[\s\"”』」)\]*]*(?:选?项|这?[两三四几]?[个者项]选?项?)?(?:的话)?(?:都|均|皆|全|则|就|是|明显|显然|也|并|可能是)*(?:[×✗✘❌]|除外|不(?!仅|但|只|选[A-J\uf000])|错(?!开)|非(?!常)|有误|[吗么]|还是|的(?:是(?!因)|人|同学|考生))"
)
PREDICATE = re.compile(  # 回答:A是机能主义
    r"\s?(?:选?项)?(?=[\u4e00-\u9fff])(?!正确|对(?!应)|当选|入选|都|均|皆|[一两二三四五]|因|由于|理由|解析|分析|即|项|[是为](?:正确|对|本|该|答|最|因|唯)|[吧啦了哦呢与和及跟]|最|符合|更|无疑|才|也|共|以及|或|还|而|不)|\s(?:is|are|was|concerns?|describes?|refers?|means|involves?)\b"
)
ASKS_AFTER = re.compile(r"\s?(?:中|里)?(?:哪|是否|有没有|是不是|对不对)")
BEYOND = re.compile(r"\s?[、,和/]\s?[A-J](?![A-Za-z0-9.])")
BARE = re.compile(rf"[\s*_:\"'”」』)\]】(选项、,\-—–|]*(?:{G})?")
OR_BEFORE = re.compile(r"[\s,]*(?:或者?|要么|也可能是?|也可以选?)(?:是|选)?\s*")
ONLY_BEFORE = re.compile(r"(?i)(?:只有|仅有?|唯有|唯一|\bonly)\s*(?:选项)?[\"“(\[*]*\s*$")
RATHER = re.compile(r"[,;]?\s*(?:(?:而|那?就)?是|but)\s*")
LAST_BEFORE = re.compile(r"(?<![A-Za-z0-9])[,=≈]\s*[\"“(*${\[]*$")
CELL_BEFORE = re.compile(r"(?:^|[\n;.])\s*(?:[-*•]\s*)?([^\s,:]{1,6}?)\s?:\s*$")
SYMBOL_BEFORE = re.compile(
    r"(?:^|[\s,;、.])(?:[-*•]\s*)?(?:\[(?P<box>[xX√✓✔vV\s]?)\]|(?P<sign>[☑✅✔✓√☐□❌✗✘×●◉🔘○◯⚪⬜🔲◻👍👎🟢🔴⭕]))\s*[\"“(\[*]*$"
)
# the same again, and the others
GOES_OVER = re.compile(r"(?:从|围绕|针对|就|对|按照?|根据)\s*$")  # 从A、B、C、D、E五个方面
SAME_AFTER = re.compile(
    r"\s?(?:选?项)?\s?(?:亦然|同理|同上|同前|一样|(?:也|亦|同样|还)(?:应该?|要|能|可以?|得|该)?(?:是|如此|在内|在列|算|要|在其中)?(?:的|了)?)(?=[,.;!)\s]|$)|\s?(?:选?项)?\s?(?:也|亦|同样)(?:是|属于|算)(?!不)|[,\s]*\b(?:too|as\swell)\b"
)
BUT_FOR_BEFORE = re.compile(
    r"(?i)(?<![排剔删扣去消解])除(?:了|去|开)?(?:选项)?\s*$|\b(?:except|but)(?:\sfor)?\s*$"
)
OTHER_THAN_AFTER = re.compile(  # 除C外的三项
    r"[\"”」]?\s?(?:选?项)?(?:以外|之外|外)的?(?:所有|全部|[两三四][个项者]|各项|选项|其[余他])(?:选?项|选)*(?:[都均全]?[要应]?[选入]选?|[.,;!\n]|$)"
)
_OUTSIDE = re.compile(
    r"\s?(?:选?项)?(?P<out>以外|之外|外)?的?[,\s]*(?:各项|选项|[两三四]?[个项者])?(?=[都均全皆])"
)
ALL_BUT = re.compile(
    r"(?i)\b(?:all|everything|each|every\sone|every\soption)\b[^.\n]{0,24}\b(?:except|but)\b(?:\sfor)?(?:\soptions?)?[\s\"“*(]*$"
)
AND_NO_MORE = re.compile(
    r"[\s\"”*)]*(?:(?:is|are|appl\w+)(?!\s(?:not|wrong|false|incorrect))[^,;.\n]*)?(?:[.;!\n]|$)"
)


def outside(before: str, after: str) -> str:
    """The words behind a list that speak of all others (除C外都对); "" for none."""
    found = _OUTSIDE.match(after)
    beside = found and found["out"] in ("以外", "之外")
    return after[found.end() :] if found and (beside or BUT_FOR_BEFORE.search(before)) else ""
