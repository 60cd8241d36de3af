"""Is a text Chinese as it is written, or litter of Chinese characters?"""

import re
from functools import cache

from opencc import OpenCC

# The commonest pairs of characters of one half of samples/pages that hardly ever stand the other
# way round. They are 2 % of the pairs or more on all 1,497 pieces of 800 characters of the other
# half; with their characters shuffled 0.7 % of the pieces reach that, turned round 0.1 %.
_COMMON = (
    "答案选择属于的是下列考试解析行为主要说明时间正确试题影响情绪理论包括称为社会教育研究学习提出内容一个记忆自我自己反应关系知识练习判断参考因素需要认为可以认知方法"
    "要求活动解释问题第一发展作用刺激部分这种现象儿童效应能力个体基础实验错误信息过程测验思维工作题目进行试卷特点知觉没有分析表现条件一般可能符合只有精神任务是指什么"
    "观察存在特征形成专业综合适应阶段焦虑引起方式组织群体稳定基本以下概念智力意识个人相关使用模拟教师安全他人系统管理标准目标水平功能人格简述容易咨询状态反映体现情境"
    "障碍抑郁根据位置通过提高强化神经结构分为保持类型环境改变四个关于程度比较对象本题评价课程资料常见控制运动之间具有变化结果气质有关分钟治疗原则复习决定联系理解态度"
    "经验健康首先建立不同重要哪一测量增加名词哪种考研生理直接同一反复真题下降动作备选感受以上这是意义一种投射两个第二倾向描述更多说法患者帮助冲突症状用于被试中心有意"
)
_LEAST = 0.02  # share of the pairs of a text
_ENOUGH = 100  # pairs that a judgement needs
_RUNS = re.compile(r"[\u4e00-\u9fff]+")


def written(text: str) -> bool:
    """Whether a text's Chinese reads as Chinese does; one too short to judge does.

    A font whose characters are named wrongly gives other characters: each is a good one, but what
    stands beside each other never does in Chinese.
    """
    runs = _RUNS.findall(_simplified().convert(text))
    pairs = [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
    return len(pairs) < _ENOUGH or sum(p in _pairs() for p in pairs) >= _LEAST * len(pairs)


@cache
def _pairs() -> frozenset[str]:
    return frozenset(_COMMON[at : at + 2] for at in range(0, len(_COMMON), 2))


@cache
def _simplified() -> OpenCC:
    return OpenCC("t2s")
