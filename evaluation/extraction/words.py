"""Words beside options that choose them (选, 排除) or judge them (对, 错)."""

import re

CHOICE, TRUTH, CLASS = 3, 2, 1
_CHOICE = re.compile(
    r"(?P<no>(?:不(?:能|可以?|应该?|该|应当|必|要|予|用|会|当|好)*|别|勿|未|没有?|误|错|不宜)(?:选|入选|当选|勾|考虑|列入|纳入|填)(?!择性)"
    r"|(?:排除|剔除|去掉|删掉|删去|划掉|划去|拿掉|扔掉|淘汰|舍去|pass|不符合?题[意目干])(?!法|标准)|与题[意目干]{0,2}(?:不符|无关|不合)|落选|不是最|(?:不是|并非)(?:本题|该题|正确|最佳|标准|的){0,2}答案|不可取|不足取|不要$|out\b|eliminated?|ruled?\sout)"
    r"|(?P<yes>(?:必须|一定|可以?|应该?|应当|要|故|得|能|该|都|均|全|才|就|只|来|便)(?:被)?选(?!项)|选上|入选|当选|勾选|打了?勾|说得过去|保留|留下|(?<!不)符合题[意目]"
    r"|(?:正确|标准|最终)?答案(?![中里之以])|正解|才是|(?:都|均|皆|全)可(?![能以])|(?<!不)可取|[最更](?:佳|合适|恰当|准确|贴切|符合|合理)|^\s?选\s?$|选(?=[\s:]*$)|\b(?:selected|is\sthe\s(?:only|one|correct|best|right)|(?:are|is)\sthe\s(?:correct\s)?answers?)\b)"
)
_TRUTH = re.compile(
    r"(?P<no>不(?:太|够|完全|大|怎么)?(?:正确|对|准确|成立|符合|恰当|合适|合理|妥|行)|(?<![没不无])错(?!觉|位)(?:误(?!信念|归因))?|有误|(?:太|过于?)绝对|无关(?!变量|刺激)|不算|(?<!没)(?<!没有)(?<!毫无)有问题|站不住脚|[谈说称算够]不上|谬误|张冠李戴|颠倒|混淆|相反|说反|×|✗|✘|❌|🙅|👎|✖|✕|☒"
    r"|\b(?:is|are)(?:n't|\snot|\s(?:wrong|false|incorrect))|\b(?:wrong|false|incorrect|no)\b)"
    r"|(?P<yes>(?<![不打计])(?:算(?=[,.;!的数进上在]|一个|$)|(?<=[也都才就])算(?![不是了]))|没有?(?:任何)?(?:疑问|争议|异议|疑义)|站得住脚|属实|正确|没错|无误|没问题|没有问题|没毛病|成立|符合|准确|(?<![绝相针反面核一成配校])对(?![于象策话比照抗待方应立称偶我他她人]|[\u4e00-\u9fff]{2,})|√|✓|✔|✅|👍|☑|⭕|[○〇◯]|\b(?:correct|right|true|yes|belongs|too|as\swell)\b|(?:无一|毫无)例外)"
)
_BEFORE_NO = re.compile(
    r"(?:不(?:能|可以?|应该?|该|应当|要|好|会)*(?:选择?|考虑|包括|包含)|排除(?:了|掉)?|去掉|删掉|剔除|划掉|删去|别选|误选|错选|除了?|不选|\bnot|\bneither|n't\sbe)\s*$|^,\s?[❌×✗✘]\s*$|(?:^|[,.;])\s?(?:也|更|而)?(?:不是|并非|而非)\s*$"
)
_BEFORE_YES = re.compile(
    r"(?:(?<![不能可误错别])选(?:择|了|出)?|(?<!错误)(?<!错误的)(?<!干扰)答案(?:就|应|应该)?(?:是|为|:)?|保留|(?:还|再)?加上|补上|还有|漏了|别忘了|(?:入选|要选|应选|符合题意)的?(?:选?项)?(?:有|是|为|:)+|唯有|只有|仅有?|只剩下?|剩下?(?:的)?(?:只有|就是)?|(?:写|填|选)的(?:就|便)?是|对应(?:的是|选项)?|[→⇒]|\bleav(?:es|ing)|(?:所以|因此|因而|可见|故)(?:[它这其])?(?:就|应该?|应当)?(?:属于|归于)|就是|确认[是为]|(?:只能|应该?|应当)(?:用|采用|归[为于入]|选用)|得到|得出|最后剩|(?<![反效适])应(?:该)?[是为]|(?:自然|显然|当然|无疑|只能|只会|便|才)(?:就)?[是为]|^,\s?[✅✔✓√☑]|^,(?:这|那|明显)?(?:就|便)?是(?![\s\S]{0,2}不)|(?:^|[,.;:])\s?(?:故|因此|所以|因而|于是)?(?:应当?|应该|建议|需要?|宜|即|故为|因此是|所以是))[\s\"“「『【(\[*:]*$"
)
_BEFORE_TRUE = re.compile(
    r"(?<!不)(?:正确|成立|符合)的?(?:选?项|说法|表述|一?项)?(?:只?有|就?是|为|:)+[\s\"“(\[*]*$"
)
_BEFORE_FALSE = re.compile(
    r"(?:错误|不正确|不对|不符合|不属于|有误|不当)的?(?:选?项|说法|表述|一?项)?(?:只?有|就?是|为|:)+[\s\"“(\[*]*$|(?:问题|毛病)就?出?在于?\s?$"
)
_NONE_OF = re.compile(r"\s?(?:[两三四]个?[者项]?)?(?:都|均|皆)(?:不是|并非|不属于|不能|不应|不该)")
_SOON_DENIED = re.compile(r"[^,]{0,8}(?:不|错|误)")
_BEFORE = (
    (_BEFORE_FALSE, (TRUTH, False)),
    (_BEFORE_TRUE, (TRUTH, True)),
    (_BEFORE_NO, (CHOICE, False)),
)


def verdict(before: str, after: str) -> tuple[int, bool] | None:
    """Level and value of what the words beside a list of options say of it."""
    for pattern, known in _BEFORE:
        if pattern.search(before):
            return known
    found = _CHOICE.search(after)
    if found or (_BEFORE_YES.search(before) and not _SOON_DENIED.match(after)):
        return CHOICE, found.lastgroup == "yes" if found else True
    found = _TRUTH.search(after)
    if found or _NONE_OF.match(after):
        return TRUTH, bool(found and found.lastgroup == "yes" and not _NONE_OF.match(after))
    return None
