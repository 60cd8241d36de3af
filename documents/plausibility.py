"""Is a text well read Chinese, or bytes taken for the wrong encoding?"""

import re

_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
# never in a well read page: replacement marks and what they became, Latin-1 letters in a row
# (the first characters of all that, so that one search is quick)
_STRANGE = re.compile(
    r"[\ufffd锟烫屯\u0080-\u009fÀ-ÖØ-öø-ÿ](?:(?<=锟)斤拷?|(?<=烫)烫烫|(?<=屯)屯屯"
    r"|(?<=[À-ÿ])(?:[\u0080-\u00bf]|[À-ÖØ-öø-ÿ]{2,})|(?<=[\ufffd\u0080-\u009f]))"
)
# the commonest characters of exam Chinese make up a third of most texts, and almost nothing of GBK
# read as UTF-8 or the reverse; that consists, moreover, of characters outside GB 2312's first level
_SIMPLIFIED = frozenset(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多"
    "定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由"
    "其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意"
    "建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统"
    "接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处府研题答案选项单目述属考试认感记忆思维格"
    "识学习教育咨询师儿童动机需要情绪智力测验效度信注注觉想访谈障碍症治疗行为"
)
_TRADITIONAL = frozenset(
    "並來個們兒內兩別則動區員問單國圖學實將對屬師幹幾強後從憶應戰據數於時會條業樣機氣決沒測無爲為現產當療發礙種級組"
    "結統經維緒線總義習與處裏裡見覺計記訪設詢試認說談論諮識變資質軍較農這進運過選還邊長開間關電項頭題驗體麼點黨"
)
_SECOND = bytes(range(0xD8, 0x100))  # first bytes of GB 2312's second level
_ENOUGH = 10  # Chinese characters that a judgement needs


def mojibake(text: str) -> str:
    """The first broken passage of a short text, "" where it reads well."""
    found = _STRANGE.search(text)
    if found:
        return text[max(0, found.start() - 6) : found.end() + 6]
    if len(text) < _ENOUGH:  # most options: every question of a crawl comes through here
        return ""
    return text[:20] if _unlikely("".join(_CHINESE.findall(text))) > 0.0 else ""


def broken_share(text: str) -> float:
    """Share of broken characters among the Chinese ones, 0.0 for a text that reads well."""
    chinese = "".join(_CHINESE.findall(text))
    strange = sum(len(found) for found in _STRANGE.findall(text))
    broken = strange / max(len(chinese) + strange, 1)
    return round(max(broken, _unlikely(chinese)), 4)


def common_share(text: str) -> float:
    """Share of the commonest characters, simplified or traditional, among all that are not ASCII.

    0.0 where there are too few to judge. Chinese text has 0.25 to 0.5, wrongly read bytes 0.0 to
    0.1.
    """
    wide = [c for c in text if c > "\u00ff" and c.isalnum()] + re.findall(r"[\ue000-\uf8ff]", text)
    if len(wide) < _ENOUGH:
        return 0.0
    return sum(c in _SIMPLIFIED or c in _TRADITIONAL for c in wide) / len(wide)


def _unlikely(chinese: str) -> float:
    """Share of uncommon characters, where they are too many to be Chinese; else 0."""
    plain = len(chinese.encode("gb2312", "ignore")[::2].translate(None, _SECOND))
    if len(chinese) < _ENOUGH or plain >= len(chinese) * 0.6:
        return 0.0
    common = sum(map(_SIMPLIFIED.__contains__, chinese))
    return 1.0 - plain / len(chinese) if common < len(chinese) * 0.08 else 0.0
