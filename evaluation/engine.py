"""inspect_ai makes the calls: any provider, retries, connections, tokens, money, its own log.

What it does not do here: score, and resume. Every reply goes to the journal before the next call
of its connection, so that a killed run pays for nothing twice; its logs lie beside the journal for
`inspect view`. The only module that imports inspect_ai (extra `eval`).
"""

import asyncio
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cpsyexam.errors import ConfigError, CpsyexamError, RemoteError
from cpsyexam.extras import brought_by
from cpsyexam.files import read_json
from evaluation.client import bounded
from evaluation.journal import Journal
from evaluation.records import FILTERED
from evaluation.runs import Ask, Replies, Reply

REFUSED = (400, 401, 403, 404, 413, 422)  # asking again would change nothing
_LONGEST_WAIT = 60.0  # seconds between two tries
_FILTER = re.compile(r"content_?(?:filter|policy|management)|data_?inspection", re.IGNORECASE)
_CUT = {"max_tokens": "cut off: max_tokens", "model_length": "cut off: context length",
        "content_filter": FILTERED}  # fmt: skip
_QUIET = {"display": "none", "log_level": "error", "ctl_server": False, "acp_server": False,
          "log_realtime": False, "log_model_api": False, "score": False}  # fmt: skip


@dataclass(frozen=True)
class Engine:
    """A model and how it is called. With `base_url` (ends before /chat/completions) `model` is a
    name at that OpenAI-compatible endpoint, else one of inspect's: openai/…, anthropic/…, hf/….

    `timeout` in seconds a try, whatever the endpoint sends meanwhile; a call has `tries`, the first
    two `pause` seconds apart, the next twice as long (no Retry-After makes it wait longer).
    `prices` is a JSON: model → inspect's ModelCost, dollars a million tokens.
    """  # fmt: skip

    model: str
    base_url: str = ""
    key: str = field(default="", repr=False)
    sampling: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 120.0
    tries: int = 6
    pause: float = 3.0
    connections: int = 8
    prices: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # of inspect's provider

    def check(self) -> None:
        """One call before the first question.

        Raises ConfigError for a wrong model, address or key, RemoteError for a dead endpoint.
        """
        model = self._model()
        settings = {"max_tokens": 16, "max_retries": 0}
        generate_config = _inspect().model.GenerateConfig
        try:
            asyncio.run(model.generate("1+1=?", config=generate_config(**settings)))
        except Exception as error:  # noqa: BLE001 (every provider has its own)
            self._explain(error)

    def _explain(self, error: Exception) -> None:
        status, said = _status(error), _said(error)
        where = self.base_url or self.model
        if status in (401, 403):
            raise ConfigError(
                f"the key was not accepted ({status} {said})", where=where,
                remedy="set OPENAI_API_KEY" if self.base_url else "set the provider's key",
            ) from error  # fmt: skip
        if status in REFUSED:
            raise ConfigError(
                f"{self.model!r} is not served here ({status} {said})",
                where=where,
                remedy="check the model's name and the address (it ends in /v1 mostly)",
            ) from error
        if not status and "timeout" not in type(_cause(error)).__name__.lower():
            raise RemoteError(
                f"no answer ({said})", where=where, remedy="start the endpoint or check --base-url"
            ) from error

    def _model(self) -> Any:
        inspect = _inspect()
        name, given = self.model, dict(self.options)
        if self.base_url:
            name = f"openai-api/endpoint/{self.model}"
            given |= {"base_url": self.base_url, "api_key": self.key or "none",
                      "max_retries": 0, "http_client": bounded(self.timeout)}  # fmt: skip
        try:
            # inspect_ai gives an eval's settings to models without a role only; ours has one
            config = inspect.model.GenerateConfig(
                **self.sampling,
                attempt_timeout=math.ceil(self.timeout),
                max_retries=self.tries - 1,
                max_connections=self.connections,
            )
            model = inspect.model.get_model(name, config=config, memoize=False, **given)
        except (Exception, SystemExit) as error:
            raise ConfigError(
                f"no endpoint for {self.model!r} ({_said(error)})",
                remedy="give --base-url http://HOST/v1 or a model as inspect_ai names it: "
                "openai/NAME, anthropic/NAME",
            ) from error
        from tenacity import wait_exponential_jitter  # a part of inspect_ai's environment

        if self.prices:
            _set_prices(self.prices, self.model, name)
        wait = wait_exponential_jitter(initial=self.pause, max=_LONGEST_WAIT, jitter=self.pause)
        model.api.retry_wait = lambda: wait
        return model

    def call_all(
        self,
        asks: Sequence[Ask],
        journal: Journal,
        *,
        logs: Path,
        role: str = "candidate",
        tell: Callable[[int], None] = lambda _: None,
    ) -> Replies:
        """Replies by question and rotation. Those in the journal are taken from there.

        A call that failed before is made again; `tell` hears how many calls were done; `role` is
        the model's in inspect's log (candidate, grader).
        """
        open_ = {ask.key: ask for ask in asks if not journal.usable(ask.key)}
        tell(len(asks) - len(open_))
        if open_:
            self._run(open_, journal, logs, role, tell)
        return {
            (ask.id, ask.rotation): (Reply.kept(journal.rows[ask.key]), ask.exemplars)
            for ask in asks
        }

    def _run(
        self, asks: dict[str, Ask], journal: Journal, logs: Path, role: str,
        tell: Callable[[int], None],
    ) -> None:  # fmt: skip
        inspect = _inspect()
        full: list[CpsyexamError] = []  # the journal cannot be written: nothing more is asked

        def note(key: str, reply: Reply) -> None:
            ask = asks[key]
            try:
                journal.add({"key": key, "id": ask.id, "rotation": ask.rotation, **asdict(reply)})
            except CpsyexamError as error:
                full.append(error)
                raise
            tell(1)

        async def solve(state: Any, generate: Any) -> Any:
            del generate  # it knows no roles
            if full:
                return state
            try:
                state.output = await inspect.model.get_model(role=role).generate(state.messages)
            except Exception as error:  # noqa: BLE001 (every provider has its own)
                status = _status(error)
                if status is None and not _silent(error):
                    raise _cause(error) from None  # an unreadable reply: inspect asks anew
                note(str(state.sample_id), Reply(error=_failure(error, status)))
                return state
            note(str(state.sample_id), _reply(state.output))
            return state

        task = inspect.Task(
            dataset=inspect.dataset.MemoryDataset(
                [inspect.dataset.Sample(id=key, input=_turns(ask)) for key, ask in asks.items()],
                name="cpsyexam",
            ),
            solver=inspect.solver.solver(name="ask")(lambda: solve)(),
            name="cpsyexam",
        )
        model = self._model()
        try:
            (log,) = inspect.eval(
                task, model=model, model_roles={role: model}, log_dir=str(logs),
                fail_on_error=False, retry_on_error=2, max_samples=self.connections, **_QUIET,
            )  # fmt: skip
        except OSError as error:  # of its own logs; those of calls are caught above
            full.append(_unwritten(error, logs))
        if full:
            raise full[0]
        if log.status == "cancelled":
            raise KeyboardInterrupt
        why = log.error.message if log.error else "stopped"
        failed = {str(s.id): s.error.message for s in log.samples or () if s.error}
        for key in asks:
            if key not in journal.rows or key in failed:
                said = " ".join(failed.get(key, why).split())[:120]
                note(key, Reply(error=f"no reply: {said}"))


def _unwritten(error: OSError, logs: Path) -> CpsyexamError:
    return CpsyexamError(
        f"cannot write: {error.strerror or error}", where=str(logs),
        remedy="free some space and run the same again: what was answered is kept",
    )  # fmt: skip


def _inspect() -> Any:
    try:
        import inspect_ai
        import inspect_ai.dataset
        import inspect_ai.model
        import inspect_ai.solver
    except ImportError as error:
        raise ConfigError(
            "asking a model needs inspect_ai", remedy=f"run {brought_by('eval')}"
        ) from error
    return inspect_ai


def _set_prices(path: Path, model: str, name: str) -> None:
    """Tell inspect what `model`, which is `name` there, costs."""
    inspect = _inspect().model
    try:
        costs = read_json(path)
        cost = inspect.ModelCost.model_validate(costs[model])
    except (OSError, ValueError, TypeError, KeyError) as error:
        absent = isinstance(error, KeyError) and f"none of {model!r}"
        raise ConfigError(
            f"no price list: {absent or str(error).splitlines()[0]}", where=str(path),
            remedy='give {"MODEL": {"input": 0.5, "output": 1.5, "input_cache_write": 0.5, '
            '"input_cache_read": 0.1}} in dollars a million tokens',
        ) from error  # fmt: skip
    known = inspect.get_model_info(name) or inspect.ModelInfo()
    inspect.set_model_info(name, known.model_copy(update={"cost": cost}))


def _turns(ask: Ask) -> list[Any]:
    model = _inspect().model
    made = {"system": model.ChatMessageSystem, "user": model.ChatMessageUser,
            "assistant": model.ChatMessageAssistant}  # fmt: skip
    return [made[message["role"]](content=message["content"]) for message in ask.messages]


def _reply(output: Any) -> Reply:
    usage = output.usage
    reason = output.choices[0].stop_reason if output.choices else "unknown"
    return Reply(
        text=output.completion,
        error=_CUT.get(reason, "" if output.choices else "no reply: empty"),
        tokens_in=usage.input_tokens if usage else None,
        tokens_out=usage.output_tokens if usage else None,
        seconds=round(output.time, 3) if output.time is not None else None,
        cost=usage.total_cost if usage else None,
    )


def _cause(error: BaseException) -> BaseException:
    """What the provider raised, under inspect's and tenacity's wrapping."""
    if type(error).__name__ == "RetryError":
        error = error.last_attempt.exception() or error  # type: ignore[attr-defined]
    return error.__cause__ or error if type(error).__name__ == "ModelGenerateError" else error


def _failure(error: BaseException, status: int | None) -> str:
    """Why a call gave no reply, as a row tells it."""
    if status in REFUSED and _FILTER.search(str(getattr(_cause(error), "code", ""))):
        return FILTERED
    kind = "refused" if status in REFUSED else "no reply"
    return f"{kind}: {f'{status} ' if status else ''}{_said(error)}"


def _status(error: BaseException) -> int | None:
    status = getattr(_cause(error), "status_code", None)
    return status if isinstance(status, int) else None


def _silent(error: BaseException) -> bool:
    """No answer came, after inspect's own tries."""
    names = {kind.__name__ for kind in type(_cause(error)).__mro__}
    return bool(names & {"APIConnectionError", "TimeoutError", "AttemptTimeoutError"})


def _said(error: BaseException) -> str:
    error = _cause(error)
    body = getattr(error, "body", None)
    found = body.get("message") if isinstance(body, dict) else None
    return " ".join(str(found or error or type(error).__name__).split())[:120]
