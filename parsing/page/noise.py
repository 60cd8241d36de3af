"""Lines that belong to the page, not to the paper."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsing import words
from parsing.page.inside_lines import drop_copies, drop_counters, drop_pages_again, drop_pieces
from parsing.page.residue import drop_letters, drop_residue
from parsing.records import Leftover
from parsing.source_text import BLANKS, HIDDEN, fold, fold_page
from parsing.words import any_of


@dataclass(frozen=True)
class NoiseRule:
    """A kind of line to set aside; `example` is invented and checked by a test."""

    rule: str
    pattern: str  # on the folded line, blanks at its ends removed, whole line
    example: str


NOISE = (
    NoiseRule(
        "advert",
        r".{0,60}(?:QQ群?|微信|公众号|客服|咨询电话|热线|淘宝"
        r"|旺旺)[^。]{0,12}[:：]?\s?\d{5,}.{0,40}"
        r"|.{0,20}(?:关注|搜索|添加|扫码|扫描).{0,16}(?:公众号|二维码|微信号?|小程序).{0,60}"
        r"|(?:编辑推荐|相关推荐|推荐阅读|热点推荐|热门推荐|相关链接|延伸阅读)\s?:?.{0,60}"
        r"|.{0,30}(?:点击|免费)(?:查看|下载|领取|进入|试听|试学).{0,40}(?:>>|»|资料|真题|课程"
        r"|题库|下载|全文|更多).{0,20}"
        r"|[“\"]?(?:微信)?扫一扫[”\"]?.{0,20}(?:进入|下载|查看|题库|刷题).{0,40}"
        r"|.{0,10}(?:更多|海量).{0,30}(?:请关注|请访问|请登录|请点击|尽在|免费做).{0,40}",
        "更多试题请关注微信公众号：某某题库",
    ),
    NoiseRule(
        "web_address",
        r"[^A-H\d].{0,50}(?:https?://|www\.)\S{4,80}.{0,30}|(?:https?://|www\.)\S{4,90}",
        "本文来源：www.example.com",
    ),
    NoiseRule(
        "site_furniture",
        r"(?:首页|当前位置|您(?:现在)?的位置)\s?[:>»].{0,80}|(?:来源|作者|时间|发布时间|更新时间"
        r"|编辑|责任编辑|字体|浏览次数|点击数)\s?:.{0,60}"
        r"|(?:上一[页篇题]|下一[页篇题]|首页|末页|尾页|返回列表|返回顶部|打印|收藏|分享)(?:[\s:>"
        r"|].{0,40})?"
        r"|[\[【(]\s?(?:资料图|配图|插图|图源)[^\[\]【】()]{0,20}[\]】)]"
        r"|点击查看(?:原|答案|试题|全部|更多).{0,30}|\[\d\](?:\s?\[\d\])*.{0,10}|查看(?:答案"
        r"|解析|更多)(?!.{0,8}答案\s?:).{0,10}",
        "上一页 1 2 3 下一页",
    ),
    NoiseRule(
        "document_site",
        r".{0,60}[_\-]第\d{1,3}页|版权说明\s?:.{0,200}|(?:已阅读|还剩)\d{1,4}页.{0,60}|文档简介"
        r"|下载本?文档|付费下载|文档列表"
        r"|本文档.{0,60}(?:上传|下载|侵权).{0,60}|.{0,40}(?:侵权|版权).{0,30}(?:联系|删除"
        r"|举报).{0,60}|内容(?:简介|提要)|免费(?:阅读|预览).{0,20}",
        "某试题库_第1页",
    ),
    NoiseRule(
        "page_number",
        r"第?\s?\d{1,4}\s?页(?:\s?[,/，]?\s?共\s?\d{1,4}\s?页)?|共\s?\d{1,4}\s?页"
        r"|[-—–]\s?\d{1,4}\s?[-—–]|PAGE.{0,30}"
        r"|第PAGE页.{0,20}|Page\s?\d{1,4}.{0,12}|\d{1,4}\s?/\s?\d{1,4}",
        "- 7 -",
    ),
    NoiseRule(
        "sheet_furniture",
        r"得\s?分(?:\s{0,9}(?:评卷人|阅卷人|复查人|签名)){0,3}|评卷人|阅卷人"
        r"|题\s?号(?:\s{0,9}[一二三四五六七八九十总分核]+)+|.{0,12}密\s?封\s?线.{0,16}"
        r"|绝密.{0,12}|(?:代号|页次|座号|科目代号)\s?:.{0,30}|试卷代号\s?:.{0,20}|课程代码\s?:.{0,20}|座位号.{0,20}|准考证号.{0,30}"
        r"|(?:姓名|班级|学号|考号)\s?[:_].{0,40}"
        r"|考试时间\s?:.{0,40}|总分\s?得分|注意事项\s?:?",
        "得分 评卷人",
    ),
    NoiseRule("field_residue", r"\^[pPlL](?:\s?\^[pPlL])*|HYPERLINK.{0,120}|EMBED.{0,40}", "^p"),
    NoiseRule(
        "gated_answer",
        r".{0,30}(?:参加考试可见|登录后可见|登录(?:后)?查看|付费(?:后)?(?:可见|查看)"
        r"|开通会员.{0,20}|扫码查看).{0,12}",
        "【正确答案-参考解析】：参加考试可见",
    ),
    NoiseRule("rule_line", r"[-=_*~—…·.\s]{5,200}", "----------"),
)
_BUTTON = rf"(?:{any_of(words.FURNITURE)}|(?i:{any_of(words.FURNITURE_LATIN)}))"
_FACT = rf"(?:{any_of(words.STATISTIC)}|(?i:{any_of(words.STATISTIC_LATIN)}))"
FOOTER = NoiseRule(
    "page_footer",
    r"以上(?:就是|是|内容|为|便是|回复).{0,120}|(?:本文)?(?:标签|关键词|责任编辑|编辑|供稿|审核|来源)\s?:.{0,80}"
    r"|.{0,12}本文(?:标签|来源|关键词|由|链接|地址).{0,80}"
    r"|(?:【.{1,30}】)?相关(?:文章|阅读|推荐|内容|试题|资料|链接|专题|问答|问题|题目|标签|搜索|下载|帖子)\s?:?.{0,40}"
    r"|.{0,10}看了.{0,40}还看了?.{0,10}"
    r"|.{0,20}(?:官方)?(?:微信|公众号|小程序|APP|客服|QQ群).{0,60}|(?:上|下)一篇.{0,80}"
    r"|.{0,30}(?:考试|题目|考题|内容|信息|政策).{0,20}以.{0,40}(?:为准|公布).{0,20}"
    r"|(?:版权|免责)(?:声明|说明).{0,200}"
    r"|.{0,40}(?:祝|预祝).{0,12}(?:考试|顺利|成功|好运).{0,20}"
    r"|(?:热门|猜你喜欢|推荐|最新|延伸)(?:文章|阅读|推荐|试题|资料|专题)?.{0,20}"
    r"|(?:全文|本文)?(?:完|end|END|The End)|(?:更多|想).{4,80}"
    r"(?:关注|点击|添加|访问|了解|咨询|联系).{0,60}"
    r"|(?:通过|经过|做完|完成)(?:以上|上述|上面|这些|本次|本套).{0,40}(?:题|练习|测试|学习|测验|内容|介绍).{0,120}|希望(?:以上|本|这|大家|同学|各位|考生|对|能|广大|你|您|小编|读者|所有).{2,120}"
    r"|(?:结语|总结|小结|结束语|写在最后|最后的话|后记)\s?:?"
    r"|.{0,6}(?:看完|做完|答完).{0,60}[?~!。]|.{0,12}(?:长按|扫码|扫一扫|识别[下上图二]).{0,30}"
    r"|(?:分享|转发|点赞|收藏|评论|举报)(?:到|至|[\s|·\d]).{0,40}"
    r"|(?:阅读|浏览|点击)(?:量|数|次数|全文)?\s?[:\d(].{0,20}|Copyright.{0,120}|©.{0,120}",
    "以上就是本次练习的全部内容",
)
_FOOTER = re.compile(rf"[●•■★▶►◆※\s]{{0,4}}(?:{FOOTER.pattern})")
# heads of lists below a page's end, whose entries may look like questions
_LISTED = re.compile(
    r"[●•■★▶►◆※\s]{0,4}(?:相关|热门|猜你喜欢|推荐|最新|延伸|看了)[^。?]{0,40}:?|(?:结语|总结|结束语|小结)\s?:?"
)
_QUESTIONED = re.compile(
    r"[(\[]?[A-Ha-h][)\]]?\s?[.、)\]:]\s?\S|[①-⑧]|答\s?案|解\s?析|[(]\s*[)]|_{2,}|[√×]|^\s*(?:答|解)\s?:"
)
_CONTENTFUL = re.compile(
    r"[(\[]?[A-Ha-h][)\]]?\s?[.、)\]:]|[①-⑧]|答\s?案|解\s?析|[?？]|[(]\s*[)]|_{2,}|\d{1,3}\s?[.、]\s?\S{6}|[√×]"
)
LITTER = (
    NoiseRule(
        "page_button",
        rf"(?:[\s|·/、,>\[(+★☆]*{_BUTTON}[\s|·/、,:>\])\d+]*)+"
        r"|获得\s?[\d.]+\s?分中的\s?[\d.]+\s?分|满分\s?[\d.]+(?:分)?|得?\s?[\d.]+\s?分"
        r"|Mark\s[\d.]+\sout\sof\s[\d.]+|试题正文|题干",
        "纠错 收藏 笔记",
    ),
    NoiseRule(
        "page_fact",
        rf"[\[【(]?{_FACT}[\]】)]?\s?:[^\n]{{0,60}}",
        "难度：★★ 正确率：78%",
    ),
)
_LITTER = [(n.rule, re.compile(n.pattern)) for n in LITTER]
_LITTER_TABLES = (words.FURNITURE, words.FURNITURE_LATIN, words.STATISTIC, words.STATISTIC_LATIN)
_LITTER_FIRST = {w[0] for table in _LITTER_TABLES for w in table}
_LITTER_FIRST |= set("0123456789获满得M试题[【(|·/、,>+★☆")
_LITTER_FIRST |= {c.upper() for c in _LITTER_FIRST}
_LETTERED = re.compile(r"答\s?案|解析|[A-Ha-h]\s?[.、)]\s?\S|[(][A-H]\)")
_STATED = 20  # characters of a line that may be a verdict on the reader
_STATE = re.compile(r"(?:部分|不|未)?正确|错误|未回答|完成|已完成")
_STATE_FIRST = frozenset("部不未正错完已")
_RULES = [(n.rule, re.compile(n.pattern)) for n in NOISE]
_GLUED = frozenset({"advert", "web_address"})
_RULED = re.compile(r"[-=_*~—…·.\s]{5}")
# a line with none of these cannot be noise: each begins with a character, so one search is quick
_HINT = re.compile(
    r"QQ|微信|公众号|客服|电话|热线|淘宝|旺旺|二维码|小程序|推荐|链接|阅读|点击|免费|更多|海量"
    r"|http|www|首页|位置|来源|作者|时间|编辑|字体|浏览"
    r"|上一|下一|末页|尾页|返回|打印|收藏|分享|\[\d|查看|第\s?\d|版权|页|文档|侵权|内容"
    r"|-\s?\d|—\s?\d|–\s?\d|PAGE|Page|/\s?\d|得\s?分|评卷|阅卷|题\s?号"
    r"|密\s?封|绝密|代号|代码|座位|座号|页次|准考|姓名|班级|学号|考号|总分|注意|\^|HYPER|EMBED|可见|登录"
    r"|付费|会员|扫码|扫一扫|资料图|配图|插图|图源"
)
# an advert may follow on the line of an option, a question or an answer: cleaning takes it out
_CONTENT = re.compile(
    r"[A-H]\s?[.、,:)]|\([A-H]\)|\d{1,3}\s?[.、]\s?\D|【?(?:参考|正确)?(?:答案|解析)"
)


def noise_rule(line: str) -> str:
    """Rule that sets a folded line aside, or ""."""
    return _rule(HIDDEN.sub("", line))


def _rule(line: str) -> str:
    line = line.strip(BLANKS)
    if len(line) < 80 and line[:1] in _LITTER_FIRST and (found := _litter(line)):
        return found
    if not line or len(line) > 260 or not (_HINT.search(line) or _RULED.match(line)):
        return ""
    found = next((rule for rule, pattern in _RULES if pattern.fullmatch(line)), "")
    return "" if found in _GLUED and _CONTENT.match(line) else found


def _litter(line: str) -> str:
    """Rule of a line that holds nothing but buttons or facts of the page, or ""."""
    for rule, pattern in _LITTER:
        if pattern.fullmatch(line):
            return "" if rule == "page_fact" and _LETTERED.search(line) else rule
    return ""


def sweep(lines: Sequence[str], page: str) -> tuple[list[str], list[int], list[Leftover]]:
    """Split lines into kept texts, their numbers, and noise as Leftovers."""
    texts, numbers, noise = [], [], []
    flat = [line.replace("\n", " ") for line in lines]
    whole = fold_page("\n".join(flat))
    folded = whole.split("\n")
    rules = [_rule(line) for line in HIDDEN.sub("", whole).split("\n")]
    buttons = [i for i, rule in enumerate(rules) if rule == "page_button"]
    if len(buttons) == 1 and folded[buttons[0]].strip(BLANKS) in words.AMBIGUOUS:
        rules[buttons[0]] = ""  # the end of a broken line
    for number, line in enumerate(flat):
        blank = not line.strip(BLANKS)
        rule = "invisible" if blank and line.strip() else rules[number]
        if not rule and len(line) <= _STATED and not blank and _is_state(line, lines, number):
            rule = "page_button"
        if rule:
            noise.append(Leftover(number, line, rule, page))
        else:
            texts.append(line)
            numbers.append(number)
    drop_residue(texts, numbers, noise, page)
    drop_letters(texts, numbers, noise, page)
    drop_counters(texts, numbers, noise, page)
    drop_pieces(texts, numbers, noise, page)
    drop_copies(texts, numbers, noise, page)
    drop_pages_again(texts, numbers, noise, page)
    _drop_footer(texts, numbers, noise, page)
    return texts, numbers, noise


def _drop_footer(texts: list[str], numbers: list[int], noise: list[Leftover], page: str) -> None:
    """Cut what closes a page (以上就是…, 相关阅读) below its last question."""
    last = next(
        (i for i in range(len(texts) - 1, -1, -1) if _CONTENTFUL.search(fold(texts[i]))
         and not _FOOTER.fullmatch(fold(texts[i]).strip(BLANKS))), -1
    )  # fmt: skip
    folded = fold_page("\n".join(texts)).split("\n")
    heads = [i for i, t in enumerate(folded) if _LISTED.fullmatch(t.strip(BLANKS))]
    if heads:
        asked = max((i for i, t in enumerate(folded) if _QUESTIONED.search(t)), default=0)
        last = min([last, *(i for i in heads if i > asked)])
    for i in range(max(last, 0), len(texts)):
        if _FOOTER.fullmatch(fold(texts[i]).strip(BLANKS)):
            noise += [
                Leftover(n, t, FOOTER.rule, page)
                for t, n in zip(texts[i:], numbers[i:], strict=True)
                if t.strip(BLANKS)
            ]
            del texts[i:], numbers[i:]
            return


def _is_state(line: str, lines: Sequence[str], number: int) -> bool:
    """Whether 正确 on its own line is a review page's verdict on the reader: points follow."""
    bare = line.strip(BLANKS)
    if bare[:1] not in _STATE_FIRST or number + 1 >= len(lines) or not _STATE.fullmatch(bare):
        return False
    return noise_rule(fold(lines[number + 1])) == "page_button"
