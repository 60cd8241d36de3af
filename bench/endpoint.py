"""A local OpenAI-compatible endpoint that writes questions from templates, with faults to order.

It stands in for a model where the machinery is measured: it counts what it is asked and answers
faultily for the concepts, and as often, as it is told.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

_CONCEPT = re.compile(r"知识点：(\S+)")
_ASPECTS = (
    ("下列对{0}含义的理解，正确的是（　）", "抓住了{0}的核心含义", "把{0}当成了相反的东西"),
    (
        "一位老师在课堂上举例说明{0}，其中恰当的例子来自（　）",
        "符合{0}条件的事例",
        "与它无关的事例",
    ),
    ("研究者要检验{0}，首先应当控制的是（　）", "会混淆{0}的因素", "被试的姓名笔画"),
    ("把{0}与容易混淆的内容相比，主要的差别在于（　）", "{0}所特有的前提", "发表的年份"),
)
FAULTS = (
    "invalid_json", "three", "two_right", "429", "500", "timeout", "truncated", "refusal",
)  # fmt: skip
Answerer = Callable[[list[dict[str, str]]], str]


def batch(concept: str, letter: str = "B") -> dict[str, Any]:
    """Four sound questions about a concept."""
    questions = []
    for number, (stem, right, wrong) in enumerate(_ASPECTS):
        options = [f"{wrong.format(concept)}之{n}" for n in "甲乙丙"]
        options.insert("ABCD".index(letter), right.format(concept))
        explanation = f"考查{concept}的第{number + 1}个方面，故选{letter}。"
        questions.append(
            {
                "material": "", "stem": stem.format(concept), "options": options,
                "answer": letter, "explanation": explanation,
            }
        )  # fmt: skip
    return {"questions": questions}


@dataclass
class Endpoint:
    """The endpoint, serving while it is entered. `faults`: concept → (fault, how often)."""

    faults: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    delay: float = 0.0  # seconds a call
    hang: float = 2.5  # seconds that a time-out lasts
    refuses: tuple[str, ...] = ()  # response formats answered with 400
    answerer: Answerer | None = None  # answers in place of the templates
    served: Counter[str] = field(default_factory=Counter)  # paid answers by first request
    requests: int = 0
    formats: list[str] = field(default_factory=list)
    schemas: list[str] = field(default_factory=list)  # JSON of those sent

    def __post_init__(self) -> None:
        self._given: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def base_url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        """Listen on a free port."""
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers.get("Content-Length", "0"))
                status, body = endpoint.reply(json.loads(self.rfile.read(size)))
                data = json.dumps(body, ensure_ascii=False).encode()
                try:
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(data)))
                    if status == 429:
                        self.send_header("Retry-After", "0")
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:  # the client gave up
                    return

            def log_message(self, *args: object) -> None:
                del args

        class Server(ThreadingHTTPServer):
            request_queue_size = 256
            daemon_threads = True

            def handle_error(self, *args: object) -> None:
                """A client that was killed breaks its connection."""

        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=[0.02], daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()

    def reply(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and body for a request."""
        messages = request["messages"]
        shape = request.get("response_format", {}).get("type", "text")
        with self._lock:
            self.requests += 1
            self.formats.append(shape)
            if shape == "json_schema":
                self.schemas.append(json.dumps(request["response_format"]["json_schema"]))
        time.sleep(self.delay)
        if shape in self.refuses:
            return 400, {"error": {"message": f"response_format {shape} is not supported"}}
        if self.answerer:
            return self._said(messages, self.answerer(messages))
        concept = next(iter(_CONCEPT.findall(messages[1]["content"])), "")
        return self._faulty(concept, messages)

    def _faulty(self, concept: str, messages: list[dict[str, str]]) -> tuple[int, dict[str, Any]]:
        fault, times = self.faults.get(concept, ("", 0))
        with self._lock:
            self._given[concept] += 1
            fault = fault if self._given[concept] <= times else ""
        whole = batch(concept, "ABCD"[len(concept) % 4])
        if fault in ("429", "500"):
            return int(fault), {"error": {"message": "try later"}}
        if fault == "timeout":
            time.sleep(self.hang)
            return 504, {"error": {"message": "too late"}}
        if fault == "refusal":
            return self._said(messages, "抱歉，作为一个人工智能模型，我无法提供考试题目。")
        if fault == "three":
            whole["questions"].pop()
        if fault == "two_right":
            whole["questions"][1]["answer"] = "AC"
        text = json.dumps(whole, ensure_ascii=False)
        if fault == "truncated":
            return self._said(messages, text[: len(text) // 2], "length")
        return self._said(messages, text[:-2] if fault == "invalid_json" else text)

    def _said(
        self, messages: list[dict[str, str]], text: str, finish: str = "stop"
    ) -> tuple[int, dict[str, Any]]:
        asked = json.dumps(messages, ensure_ascii=False)
        with self._lock:
            self.served[asked] += 1
        choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish}
        usage = {"prompt_tokens": len(asked), "completion_tokens": len(text),
                 "total_tokens": len(asked) + len(text)}  # fmt: skip
        return 200, {"model": "templates-1", "choices": [choice], "usage": usage}
