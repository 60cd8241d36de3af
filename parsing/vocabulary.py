"""The words of question papers, one table for all modules: what they announce, mark or litter.

Words are matched on folded text (`source_text.fold`: half width, simplified), Latin words in any
case. A new label, mark or button of a page is one more word here.
"""

import re

# announce the key of a question: 答案:B
ANSWER = ("正确答案", "参考答案", "标准答案", "本题答案", "试题答案", "最佳答案", "答案")
ANSWER_CHOICE = ("正确选项", "正确答案选项", "正确的选项", "标准选项", "答案选项", "应选")
ANSWER_LATIN = ("correct answer", "right answer", "answer key", "answer", "ans", "key")
# announce what a reader chose: never the key
OWN = (
    *("我的答案", "您的答案", "你的答案", "学生答案", "考生答案", "用户答案", "作答答案"),
    *("答题者答案", "他的答案", "本人答案", "学员答案", "我的作答", "您的作答", "你的作答"),
    *("考生作答", "学生作答", "用户作答", "学员作答", "我的选择", "您的选择", "你的选择"),
    *("考生选择", "用户选择", "我选择", "您选择了", "你选择了", "您选择", "你选择", "您选的是"),
    *(
        "你选的是",
        "您的回答",
        "你的回答",
        "我的回答",
        "考生答题",
        "我的选项",
        "您的选项",
        "你的选项",
    ),
    *("答题结果", "作答结果", "本次作答", "上次作答", "已选答案", "错误答案", "易错选项", "易错项"),
)
OWN_LATIN = (
    "your answer",
    "my answer",
    "student answer",
    "your choice",
    "response",
    "you selected",
)
# announce an explanation
EXPLANATION = ("解析", "详解", "精析", "点评", "评析", "点拨", "解答", "解题思路", "答案说明")
EXPLANATION_LATIN = ("explanation", "rationale", "analysis", "solution", "feedback")
# announce other facts of a question, with a colon or in brackets
EXTRA = (
    *("考点", "知识点", "考查", "考察", "难度", "题型", "出处", "来源", "能力", "知识扩散"),
    *("知识扩展", "页码", "分值", "命题"),
)
STATISTIC = (
    *("难度", "难易程度", "难易度", "难度系数", "正确率", "答对率", "全站正确率", "本题正确率"),
    *("错误率", "得分", "本题得分", "分值", "用时", "做题人数", "作答人数", "收藏人数", "已做次数"),
    *(
        "易错项",
        "知识点",
        "考点",
        "所属章节",
        "知识模块",
        "涉及知识点",
        "章节",
        "来源",
        "出处",
        "题目来源",
        "题型",
        "题目类型",
    ),
    *("标签", "关键词", "考频", "更新时间", "统计", "本题统计", "答题人数", "题目难度", "试题难度"),
)
STATISTIC_LATIN = ("difficulty", "points", "score", "topic", "tags", "ref", "page", "objective")
# buttons and litter of pages around a question
FURNITURE = (
    *("纠错", "收藏", "笔记", "分享", "提交", "提交答案", "显示答案", "查看答案", "隐藏答案"),
    *("查看解析", "显示解析", "查看答案解析", "查看答案与解析", "查看答案和解析", "展开解析"),
    *("收起解析", "展开", "收起", "上一题", "下一题", "报错", "反馈", "题目纠错", "试题纠错"),
    *("我要纠错", "我要提问", "我要收藏", "收藏本题", "加入错题本", "加入收藏", "添加笔记"),
    *("记笔记", "做笔记", "写笔记", "标记", "标记试题", "标记本题", "举报", "评论", "点赞"),
    *("复制", "打印", "讨论", "解析讨论", "视频解析", "语音解析", "答题卡", "背题", "组卷"),
    *("加入试题篮", "加入试卷", "相似题", "相关试题", "移出错题本", "删除", "重做", "官方"),
    *("官方解析", "查看", "关注", "提问", "有用", "没用", "回复", "赞", "踩", "点击查看答案"),
    *("点击显示答案", "点击查看解析", "查看正确答案", "确定", "确认", "确认答案", "提交本题"),
    *("下一步", "继续", "未作答", "未回答", "已作答", "已提交", "请选择", "选择一项", "请选择一项"),
    *("试题篮", "AI解析", "AI讲解", "问AI", "看解析", "看答案", "对答案", "清空", "交卷", "错题本"),
    *("放入收藏", "加入错题", "隐藏答案", "我要纠错", "试题评论", "参与讨论"),
    *("选择一项或多项", "请选择一个答案", "选择至少一个", "反馈信息", "此题有误", "标记此题"),
)
# of these, words that an option may end in: believed as buttons where they recur
AMBIGUOUS = (
    *(
        "提问",
        "关注",
        "讨论",
        "标记",
        "反馈",
        "评论",
        "回复",
        "继续",
        "分享",
        "复制",
        "删除",
        "确认",
    ),
    *("确定", "笔记", "收藏", "举报", "展开", "查看", "重做", "打印", "赞"),
)
FURNITURE_LATIN = (
    *("submit", "next", "previous", "prev", "share", "save", "flag question", "show answer"),
    *("hide answer", "view answer", "reveal answer", "check", "report", "like", "reply", "comment"),
    *("select one", "not yet answered", "answered", "check answer", "discuss", "bookmark"),
)
# mark the right option at its end or on the line below
RIGHT = (
    *("此项为本题正确答案", "正确答案", "参考答案", "标准答案", "本题答案", "正确选项"),
    *("正确项", "正确", "答案", "对"),
)
RIGHT_LATIN = ("correct answer", "right answer", "correct", "right", "answer", "ans", "key")
# words that questions begin with: where lines and numbers are lost, one may begin there
OPENERS = (
    *("读", "右图", "下图", "左图", "上图", "图中", "右表", "下表", "材料", "阅读"),
    *(
        "下列",
        "以下",
        "下面",
        "关于",
        "有关",
        "根据",
        "按照",
        "依据",
        "当",
        "某",
        "在",
        "一个",
        "一位",
    ),
    *(
        "一名",
        "小明",
        "小王",
        "小李",
        "小张",
        "患者",
        "患儿",
        "来访者",
        "求助者",
        "学生",
        "教师",
        "老师",
    ),
    *(
        "儿童",
        "幼儿",
        "婴儿",
        "青少年",
        "家长",
        "人们",
        "人的",
        "个体",
        "我国",
        "中国",
        "世界",
        "心理学",
    ),
    *(
        "心理",
        "消费者",
        "提出",
        "首先",
        "首次",
        "最早",
        "最先",
        "主张",
        "认为",
        "通过",
        "利用",
        "运用",
    ),
    *(
        "影响",
        "属于",
        "不属于",
        "能够",
        "能",
        "所谓",
        "如果",
        "假如",
        "若",
        "对于",
        "对",
        "为了",
        "由于",
    ),
    *(
        "因为",
        "既",
        "凡",
        "从",
        "由",
        "将",
        "把",
        "被",
        "请",
        "试",
        "简述",
        "什么",
        "如何",
        "为什么",
        "哪",
    ),
    *(
        "关注",
        "教育",
        "教学",
        "课程",
        "学习",
        "记忆",
        "思维",
        "注意",
        "感觉",
        "知觉",
        "情绪",
        "情感",
    ),
    *(
        "意志",
        "动机",
        "需要",
        "能力",
        "气质",
        "性格",
        "人格",
        "个性",
        "智力",
        "发展",
        "社会",
        "研究",
    ),
    *(
        "实验",
        "测验",
        "统计",
        "信度",
        "效度",
        "咨询",
        "治疗",
        "下述",
        "上述",
        "班主任",
        "学校",
        "商品",
    ),
)
# what open questions tell to do, and these with the words that others ask with
TELLS = ("简述", "试述", "论述", "试论", "简答", "简析", "谈谈")
ASKS = (*TELLS, "分析", "比较", "说明", "如何", "为什么", "怎样")
# what a sentence leaves to be filled in, printed or folded: (  ), 《 》, ____
BLANK = r"[(（《]\s{0,9}[)）》]|_{2,}"
TRUE = ("√", "✓", "✔", "☑", "∨", "对", "正确", "是", "T", "t", "Y", "True", "true", "TRUE", "right")
FALSE = (
    *("×", "✗", "✘", "X", "x", "╳", "错", "错误", "不正确", "非", "否", "F", "f", "N"),
    *("False", "false", "FALSE", "wrong"),
)


def any_of(*tables: tuple[str, ...]) -> str:
    """An alternation of words, longest first; a blank may stand between Latin words."""
    words = sorted({w for table in tables for w in table}, key=lambda w: (-len(w), w))
    return "(?:" + "|".join(re.escape(w).replace(r"\ ", r"\s{1,2}") for w in words) + ")"


def spaced(*tables: tuple[str, ...]) -> str:
    """An alternation of Chinese words whose characters may stand apart: 答　案."""
    words = sorted({w for table in tables for w in table}, key=lambda w: (-len(w), w))
    return "(?:" + "|".join(r"\s?".join(map(re.escape, w)) for w in words) + ")"


# what an explanation says in free words of the right letters; {L} = the letters, {S} = no letter
# nor sentence end before the verdict's word
VERDICTS = (
    (
        r"(?:故|所以|因此|因而|综上|据此|则|即|可知)[,:]?(?:本|此|该)?题?(?:的)?(?:应该?|当|只能|只)?选"
        r"(?:择|项|答案)?(?:是|为)?[:,]?(?:选项)?\s?{L}"
    ),
    (
        r"(?:故|所以|因此|综上|则|可知)?,?(?:本|此|该)?题?(?:的)?(?:正确|参考|最佳|标准)?(?:答案|选项)"
        r"(?:应该|应当|应|就)?[是为选][:,]?(?:选项)?\s?{L}"
    ),
    (
        r"(?:因此|故|所以|因而|综上|即|可知)[,:]?(?:只有)?选?项?\s?{L}\s?(?:选?项)?(?:“[^”\n]{{1,40}}”)?"
        r"(?:的说法)?(?:是|为)?(?:正确|符合题[意干]|符合要求|对的|恰当)"
    ),
    r"(?:本题|此题|该题)(?:应该?|当|应当)?(?:选择?|答案[是为])[:,]?\s?{L}",
    r"(?:因此|故|所以|综上|即|可知)[,:]?选项\s?{L}(?=[。.;]|\s*$)",
    r"(?:因此|故|所以|即|可知)[,:]?\s?{L}\s?(?:选?项|为?正确)?(?=[。.;]|\s*$)",
    r"选项\s?{L}(?:项)?(?:“[^”\n]{{1,40}}”)?(?:的说法)?(?:是正确答案|是本题答案|为正确答案|为本题答案)",
    (
        r"(?<![A-H])(?:只有)?\s?{L}\s?项?(?:的说法|表述|的表述)?(?:符合题意|[是为](?:本题)?的?正确答案|为本题答案"
        r"|是本题答案|当选|为正选)"
    ),
    r"(?:答案|解答|正解|选择|正确选项)(?:就|应该|应)?[是为]\s?{L}",
    r"正解は\s?{L}",
)
# words before letters that turn a verdict round
NEGATED = r"(?:不|非|错|误|除了?|排除|不能|没有|未)$"
