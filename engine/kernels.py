"""The planner's inner loops, written once and run in two builds.

Every function here is plain Python over rows of whole numbers: lists of lists in the plain build, two-dimensional
arrays in the compiled one (`engine/builds.py` loads this file a second time with `JIT` set). A property test holds the
two equal. `t` are the tables, `s` the situation, `w` the scratch memory; their rows are named in `engine/rows.py`.

    fixpoint   unit prices by value iteration (batch outputs make a product cheaper than its input, so label-setting
               algorithms such as Dijkstra's are wrong here)
    choose     a supplier for each cell that is asked for, without cycles: depth-first, next supplier on a cycle
    demand     how often each move is applied: consumers before suppliers, summed and then rounded up
    climb      better suppliers by exchange: single ones, then whole tools, then pairs with a newly used cell
    burn_spare what is left over burns before fuel is made, and another fuel for the rest where that is better
    halve      a second supplier beside the chosen one where that is better

A cell that is held is a leaf and is not expanded until the stock turns out too small (lazy expansion).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ..pddl.tables import ITEM, POOL, PRESENCE, TICKS, USES, WEAR
from .rows import *

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F")


def _identity(f: F) -> F:
    return f


jit: Callable[[Any], Any] = globals().get("JIT", _identity)

HUGE = 1 << 50
"""Demands above this end an evaluation: a count is refused far below, and sums of such stay inside 64 bits."""
MOST_AIDS = 4
"""Second suppliers in one plan."""
CHOSEN, NOTHING, SPARE = range(3)
"""How fuel is supplied: of the chosen kind; not at all, to see what is left over; what is left over first."""
STEPS = 20000
"""Bound on the depth-first search of `choose`; beyond it the choice counts as failed."""


@jit
def fixpoint(t: Any, moves: Any, weight: Any, share: Any, price: Any, passes: Any) -> Any:
    """Lower `price` (start: infinity, or what is known) to the least fixpoint over `moves`; return the passes used.

    `weight[m]` is the scalar cost of a move; a need costs `share` of its price at each application.
    """
    for done in range(passes):
        changed = False
        for k in range(len(moves)):
            m = moves[k]
            total = weight[m]
            for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
                total += price[t[T_TAKE_C][e]] * t[T_TAKE_N][e]
            if t[T_MKIND][m] == WEAR:
                tool = t[T_MEMBER][m]
                if t[T_USES][tool] > 0:
                    total += price[tool] / t[T_USES][tool]
            for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
                p = price[t[T_NEED_C][e]]
                if p == float("inf"):
                    total = p
                elif share > 0.0:
                    total += share * p * t[T_NEED_N][e]
            if total == float("inf"):
                continue
            for e in range(t[T_GIVE_PTR][m], t[T_GIVE_PTR][m + 1]):
                c = t[T_GIVE_C][e]
                p = total / t[T_GIVE_N][e]
                if p < price[c] - 1e-12 * (1.0 + p):
                    price[c] = p
                    changed = True
        if not changed:
            return done + 1
    return passes


@jit
def cheapest(t: Any, cells: Any, weight: Any, share: Any, price: Any, choice: Any) -> None:
    """Choose for every cell that has several suppliers the one whose unit costs least at the given prices."""
    for c in range(cells):
        least = float("inf")
        for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1]):
            m = t[T_SUP_M][e]
            total = weight[m]
            for k in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
                total += price[t[T_TAKE_C][k]] * t[T_TAKE_N][k]
            if t[T_MKIND][m] == WEAR and t[T_USES][t[T_MEMBER][m]] > 0:
                total += price[t[T_MEMBER][m]] / t[T_USES][t[T_MEMBER][m]]
            for k in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
                total += share * price[t[T_NEED_C][k]] * t[T_NEED_N][k]
            for k in range(t[T_GIVE_PTR][m], t[T_GIVE_PTR][m + 1]):
                if t[T_GIVE_C][k] == c and total / t[T_GIVE_N][k] < least - 1e-9 * (1.0 + total):
                    least = total / t[T_GIVE_N][k]
                    choice[c] = m


@jit
def candidate(t: Any, choice: Any, c: Any, attempt: Any) -> Any:
    """The `attempt`-th supplier to try for cell `c`: the chosen one, then the others cheapest first; -1 at the end."""
    first = choice[c]
    if first >= 0:
        if attempt == 0:
            return first
        attempt -= 1
    for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1]):
        m = t[T_SUP_M][e]
        if m == first or t[T_LIMIT][m] == 0:
            continue
        if attempt == 0:
            return m
        attempt -= 1
    return -1


@jit
def roots(t: Any, s: Any, w: Any) -> Any:
    """List what has to be made: what helping suppliers draw on, so that it is made early, then the goals."""
    n = 0
    for a in range(w[W_OUT][OUT_AIDS]):
        m = w[W_AIDS][a]
        for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
            w[W_ROOTS][n] = t[T_TAKE_C][e]
            n += 1
        for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
            w[W_ROOTS][n] = t[T_NEED_C][e]
            n += 1
    found = 0
    for k in range(n):
        c = w[W_ROOTS][k]
        if s[S_STOCK][c] == 0 or w[W_GROWN][c] == 1:
            w[W_ROOTS][found] = c
            found += 1
    for g in range(s[S_SIZES][0]):
        w[W_ROOTS][found + g] = s[S_TARGETS][g]
    return found + s[S_SIZES][0]


@jit
def choose(t: Any, s: Any, w: Any) -> Any:
    """Fill the order (suppliers before consumers) and each cell's supplier; False where a goal gets none.

    A cell whose suppliers all led into a cycle is not tried again from elsewhere, unless the search is patient.
    """
    for k in range(w[W_OUT][OUT_ORDER]):
        w[W_COLOR][w[W_ORDER][k]] = 0
    for k in range(w[W_OUT][OUT_FAILED]):
        w[W_COLOR][w[W_FAILED][k]] = 0
    w[W_OUT][OUT_ORDER], w[W_OUT][OUT_FAILED] = 0, 0
    n, steps, failed = 0, 0, 0
    for g in range(roots(t, s, w)):
        goal = w[W_ROOTS][g]
        if w[W_COLOR][goal] == 2:
            continue
        sp = 1
        w[W_STACK][0] = goal
        w[W_COLOR][goal], w[W_ATTEMPT][goal], w[W_DEP][goal] = 1, 0, 0
        while sp > 0:
            steps += 1
            c = w[W_STACK][sp - 1]
            m = candidate(t, w[W_CHOICE], c, w[W_ATTEMPT][c])
            if m < 0 or steps > STEPS:
                if steps > STEPS or sp == 1:
                    for k in range(sp):
                        w[W_COLOR][w[W_STACK][k]] = 0
                    w[W_OUT][OUT_ORDER], w[W_OUT][OUT_FAILED] = n, failed
                    return False
                w[W_COLOR][c] = 0
                if w[W_OUT][OUT_PATIENT] == 0:
                    w[W_COLOR][c] = 3
                    w[W_FAILED][failed] = c
                    failed += 1
                sp -= 1
                above = w[W_STACK][sp - 1]
                w[W_ATTEMPT][above] += 1
                w[W_DEP][above] = 0
                continue
            takes = t[T_TAKE_PTR][m + 1] - t[T_TAKE_PTR][m]
            needs = t[T_NEED_PTR][m + 1] - t[T_NEED_PTR][m]
            k = w[W_DEP][c]
            if k < takes + needs:
                d = t[T_TAKE_C][t[T_TAKE_PTR][m] + k] if k < takes else t[T_NEED_C][t[T_NEED_PTR][m] + k - takes]
                if w[W_COLOR][d] == 1 or w[W_COLOR][d] == 3:
                    w[W_ATTEMPT][c] += 1
                    w[W_DEP][c] = 0
                elif w[W_COLOR][d] == 2 or (s[S_STOCK][d] > 0 and w[W_GROWN][d] == 0):
                    w[W_DEP][c] = k + 1
                else:
                    w[W_STACK][sp] = d
                    sp += 1
                    w[W_COLOR][d], w[W_ATTEMPT][d], w[W_DEP][d] = 1, 0, 0
                continue
            w[W_COLOR][c], w[W_PLACE][c], w[W_VIA][c] = 2, n, m
            w[W_ORDER][n] = c
            n += 1
            sp -= 1
    w[W_OUT][OUT_ORDER], w[W_OUT][OUT_FAILED] = n, failed
    return True


@jit
def touch(w: Any, c: Any) -> None:
    """Note that demand rows of cell `c` are in use, and that it is a leaf where it has no supplier chosen."""
    if w[W_SEEN][c] == 0:
        w[W_SEEN][c] = 1
        w[W_LEAVES][w[W_OUT][OUT_LEAVES]] = c
        w[W_OUT][OUT_LEAVES] += 1


@jit
def apply(t: Any, w: Any, m: Any, n: Any) -> Any:
    """Demand `n` more applications of move `m`; False where counts leave the range."""
    if w[W_X][m] == 0:
        w[W_ACTIVE][w[W_OUT][OUT_ACTIVE]] = m
        w[W_OUT][OUT_ACTIVE] += 1
    w[W_X][m] += n
    if n > HUGE or w[W_X][m] > t[T_LIMIT][m]:
        return False
    for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
        c = t[T_TAKE_C][e]
        touch(w, c)
        if n > HUGE // t[T_TAKE_N][e]:
            return False
        w[W_CONS][c] += n * t[T_TAKE_N][e]
        if w[W_CONS][c] > HUGE:
            return False
    for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
        c = t[T_NEED_C][e]
        touch(w, c)
        if w[W_HAVE][c] < t[T_NEED_N][e]:
            w[W_HAVE][c] = t[T_NEED_N][e]
    if t[T_MKIND][m] == WEAR:
        w[W_WEAR][t[T_MEMBER][m]] += n
    for e in range(t[T_GIVE_PTR][m], t[T_GIVE_PTR][m + 1]):
        c = t[T_GIVE_C][e]
        touch(w, c)
        if n > HUGE // t[T_GIVE_N][e]:
            return False
        # a by-product of what is made later cannot serve what is made earlier: those count as credit only
        if w[W_COLOR][c] == 2 and w[W_VIA][c] == m:
            w[W_PROD][c] += n * t[T_GIVE_N][e]
    return True


@jit
def short(t: Any, s: Any, w: Any, c: Any) -> Any:
    """How many of cell `c` still have to come from its own supplier, given all demand on it."""
    broken, partly = 0, 0
    if w[W_WEAR][c] > 0:
        if t[T_USES][c] > 0:
            left = w[W_WEAR][c]
            for e in range(s[S_WORN_PTR][c], s[S_WORN_PTR][c + 1]):
                if left < s[S_WORN_N][e]:
                    break
                left -= s[S_WORN_N][e]
                broken += 1
            held = s[S_WORN_PTR][c + 1] - s[S_WORN_PTR][c]
            if broken == held:
                broken += left // t[T_USES][c]
                left = left % t[T_USES][c]
            if left > 0:
                partly = 1
        else:
            partly = 1
    got = w[W_PROD][c] + w[W_AIDED][c]
    if w[W_OUT][OUT_CREDIT] > 0:
        got += w[W_CREDIT][c]
    gone = w[W_CONS][c] + broken
    held = w[W_HAVE][c]
    if broken + partly > held:
        held = broken + partly
    need = gone + s[S_FIN][c] - s[S_STOCK][c] - got
    need = max(need, w[W_CONS][c] - s[S_FREE][c] - got)
    need = max(need, held - s[S_STOCK][c] - w[W_PROD][c])
    if w[W_OUT][OUT_CREDIT] == 1 and w[W_CREDIT][c] > 0:
        # by-products credited ahead of time come back only after a first round, which has to be there
        need = max(need, min(w[W_CONS][c], w[W_CIRC][c]) - s[S_FREE][c])
    return need


@jit
def draw_held(t: Any, s: Any, w: Any, c: Any) -> Any:
    """Fill pool `c` from members that are held and not asked for otherwise; return what is left to fill."""
    left = w[W_CONS][c]
    for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1]):
        m = t[T_SUP_M][e]
        i = t[T_MEMBER][m]
        if left == 0:
            break
        if s[S_STOCK][i] == 0 or (w[W_COLOR][i] == 2 and w[W_PLACE][i] > w[W_PLACE][c]):
            continue
        spare = min(s[S_FREE][i], s[S_STOCK][i] - s[S_FIN][i]) - w[W_CONS][i]
        if spare > 0:
            n = min(spare, left)
            if not apply(t, w, m, n):
                return -1
            left -= n
    return left


@jit
def supply(t: Any, s: Any, w: Any, c: Any) -> Any:
    """Apply cell `c`'s supplier as often as demand asks; False where a limit or the range of counts is left."""
    m = w[W_VIA][c]
    if t[T_KIND][c] == POOL:
        left = draw_held(t, s, w, c)
        return left == 0 or (left > 0 and apply(t, w, m, left))
    if t[T_KIND][c] == PRESENCE:
        return w[W_HAVE][c] == 0 or apply(t, w, m, 1)
    if t[T_KIND][c] == USES:
        n = w[W_CONS][c] - w[W_AIDED][c]
        return n <= 0 or apply(t, w, m, n)
    if t[T_KIND][c] == TICKS and w[W_OUT][OUT_FUEL] != CHOSEN:
        return w[W_OUT][OUT_FUEL] == NOTHING or burn(t, s, w, c)
    n = short(t, s, w, c)
    if n <= 0:
        return True
    for e in range(t[T_GIVE_PTR][m], t[T_GIVE_PTR][m + 1]):
        if t[T_GIVE_C][e] == c:
            return apply(t, w, m, (n + t[T_GIVE_N][e] - 1) // t[T_GIVE_N][e])
    return False


@jit
def burn(t: Any, s: Any, w: Any, c: Any) -> Any:
    """Fill ticks cell `c` with what is left over, and the rest with the chosen fuel; False as `supply`."""
    left = short(t, s, w, c)
    fuel = w[W_VIA][c]
    for k in range(w[W_OUT][OUT_BURNS]):
        m = w[W_BURNS][k]
        value = given(t, m, c)
        if value > 0 and w[W_BURN][m] > 0:
            left -= w[W_BURN][m] * value
            if not apply(t, w, m, w[W_BURN][m]):
                return False
    value = given(t, fuel, c)
    n = max(w[W_FILL][c], (left + value - 1) // value)
    return n <= 0 or apply(t, w, fuel, n)


@jit
def given(t: Any, m: Any, c: Any) -> Any:
    """How much move `m` gives of cell `c`; 0 where nothing."""
    for e in range(t[T_GIVE_PTR][m], t[T_GIVE_PTR][m + 1]):
        if t[T_GIVE_C][e] == c:
            return t[T_GIVE_N][e]
    return 0


@jit
def clear(w: Any) -> None:
    """Reset the demand rows that the last pass used."""
    for k in range(w[W_OUT][OUT_LEAVES]):
        c = w[W_LEAVES][k]
        w[W_SEEN][c], w[W_CONS][c], w[W_HAVE][c], w[W_WEAR][c], w[W_PROD][c] = 0, 0, 0, 0, 0
    for k in range(w[W_OUT][OUT_ACTIVE]):
        w[W_X][w[W_ACTIVE][k]] = 0
    w[W_OUT][OUT_LEAVES] = 0
    w[W_OUT][OUT_ACTIVE] = 0


@jit
def demand(t: Any, s: Any, w: Any) -> Any:
    """Counts for the chosen suppliers. 1: done; 0: impossible with them; 2: a leaf fell short and is now expanded (one
    that nothing makes is so ruled out as the last resort of a pool)."""
    clear(w)
    for g in range(s[S_SIZES][0]):
        touch(w, s[S_TARGETS][g])
    for a in range(w[W_OUT][OUT_AIDS]):
        if not apply(t, w, w[W_AIDS][a], w[W_AIDN][a]):
            return 0
    for k in range(w[W_OUT][OUT_ORDER] - 1, -1, -1):
        if not supply(t, s, w, w[W_ORDER][k]):
            return 0
    for k in range(w[W_OUT][OUT_LEAVES]):
        c = w[W_LEAVES][k]
        if w[W_COLOR][c] != 2 and short(t, s, w, c) > 0:
            if w[W_GROWN][c] == 1:
                return 0
            w[W_GROWN][c] = 1
            w[W_GREW][w[W_OUT][OUT_GREW]] = c
            w[W_OUT][OUT_GREW] += 1
            return 2
    return 1


@jit
def helps(w: Any, m: Any, c: Any) -> Any:
    """Whether move `m` is a second supplier of cell `c`."""
    found = False
    for a in range(w[W_OUT][OUT_AIDS]):
        found = found or (w[W_AIDS][a] == m and w[W_AIDC][a] == c)
    return found


@jit
def gather_credit(t: Any, w: Any) -> Any:
    """Set `credit` to what moves give beside the cell they were chosen for; True where that could save something."""
    useful = False
    for k in range(w[W_OUT][OUT_LEAVES]):
        w[W_CREDIT][w[W_LEAVES][k]] = 0
        w[W_CIRC][w[W_LEAVES][k]] = 0
    for k in range(w[W_OUT][OUT_ACTIVE]):
        m = w[W_ACTIVE][k]
        for e in range(t[T_GIVE_PTR][m], t[T_GIVE_PTR][m + 1]):
            c = t[T_GIVE_C][e]
            if t[T_KIND][c] == TICKS or (w[W_COLOR][c] == 2 and w[W_VIA][c] == m) or helps(w, m, c):
                continue
            w[W_CREDIT][c] += w[W_X][m] * t[T_GIVE_N][e]
            w[W_CIRC][c] = max(w[W_CIRC][c], t[T_GIVE_N][e])
            if w[W_COLOR][c] == 2 and w[W_X][w[W_VIA][c]] > 0:
                useful = True
    return useful


@jit
def price_of(t: Any, s: Any, w: Any) -> None:
    """Write the cost of the counts to the scalars: three criteria in their order, then applications not preferred."""
    effort, applications, distinct, disliked = 0, 0, 0, 0
    for k in range(w[W_OUT][OUT_ACTIVE]):
        m = w[W_ACTIVE][k]
        n = w[W_X][m]
        effort += t[T_EFFORT][m] * n
        applications += t[T_COUNTS][m] * n
        disliked += s[S_DISLIKE][m] * n
        o = t[T_ORIGIN][m]
        if o >= 0 and w[W_MARK][o] == 0:
            w[W_MARK][o] = 1
            distinct += 1
    for k in range(w[W_OUT][OUT_ACTIVE]):
        o = t[T_ORIGIN][w[W_ACTIVE][k]]
        if o >= 0:
            w[W_MARK][o] = 0
    for k in range(3):
        code = t[T_CRITERIA][k]
        w[W_OUT][OUT_COST + k] = effort if code == 0 else (applications if code == 1 else distinct)
    w[W_OUT][OUT_COST + 3] = disliked


@jit
def settle(t: Any, s: Any, w: Any) -> Any:
    """Choose and demand until no leaf falls short; True with counts in `x`, False where these choices give none."""
    while choose(t, s, w):
        state = demand(t, s, w)
        if state == 1:
            return True
        if state == 0:
            return False
    return False


@jit
def lateness(t: Any, w: Any) -> None:
    """Number the moves that burn, in the order of their cells, and find for each cell in use after which of them it is
    there, and during which it is last needed at hand. What is wanted no more then may burn for those that follow."""
    for k in range(w[W_OUT][OUT_LEAVES]):
        c = w[W_LEAVES][k]
        w[W_LATE][c], w[W_BUSY][c] = 0, 0
    for k in range(w[W_OUT][OUT_ORDER]):
        c = w[W_ORDER][k]
        w[W_LATE][c], w[W_BUSY][c] = 0, 0
    fires = 0
    for k in range(w[W_OUT][OUT_ORDER]):
        c = w[W_ORDER][k]
        m = w[W_VIA][c]
        late = late_aid(t, w, c) if w[W_AIDED][c] > 0 else 0
        if t[T_KIND][c] == POOL:
            for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1]):
                if w[W_X][t[T_SUP_M][e]] > 0:
                    late = max(late, w[W_LATE][t[T_MEMBER][t[T_SUP_M][e]]])
        if w[W_X][m] > 0:
            burns = False
            for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
                late = max(late, w[W_LATE][t[T_TAKE_C][e]])
                burns = burns or t[T_KIND][t[T_TAKE_C][e]] == TICKS
            for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
                late = max(late, w[W_LATE][t[T_NEED_C][e]])
            if burns and (fires == 0 or w[W_FIRES][fires] != m):
                fires += 1
                w[W_FIRES][fires] = m
                late = fires
            for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
                if t[T_KIND][t[T_TAKE_C][e]] == USES:
                    w[W_BUSY][t[T_TAKE_C][e]] = max(w[W_BUSY][t[T_TAKE_C][e]], late)
            for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
                w[W_BUSY][t[T_NEED_C][e]] = max(w[W_BUSY][t[T_NEED_C][e]], late)
        w[W_LATE][c] = late
    w[W_OUT][OUT_FIRES] = fires
    for k in range(w[W_OUT][OUT_ORDER]):
        c = w[W_ORDER][k]
        if t[T_KIND][c] == USES or t[T_KIND][c] == PRESENCE:
            i = t[T_MEMBER][w[W_VIA][c]]
            w[W_BUSY][i] = max(w[W_BUSY][i], w[W_BUSY][c])
    for a in range(w[W_OUT][OUT_AIDS]):
        if t[T_MKIND][w[W_AIDS][a]] == WEAR:
            i = t[T_MEMBER][w[W_AIDS][a]]
            w[W_BUSY][i] = max(w[W_BUSY][i], w[W_BUSY][w[W_AIDC][a]])


@jit
def late_aid(t: Any, w: Any, c: Any) -> Any:
    """After which fire there is what helping suppliers of cell `c` draw on, so far as that is made before."""
    late = 0
    for a in range(w[W_OUT][OUT_AIDS]):
        if w[W_AIDC][a] == c:
            m = w[W_AIDS][a]
            for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
                late = max(late, w[W_LATE][t[T_TAKE_C][e]])
            for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
                late = max(late, w[W_LATE][t[T_NEED_C][e]])
    return late


@jit
def left_over(t: Any, s: Any, w: Any, c: Any) -> Any:
    """How many of item cell `c` are there at the end that nothing asks for, and that may be taken."""
    broken = 0
    if w[W_WEAR][c] > 0 and t[T_USES][c] > 0:
        left = w[W_WEAR][c]
        for e in range(s[S_WORN_PTR][c], s[S_WORN_PTR][c + 1]):
            if left >= s[S_WORN_N][e]:
                left -= s[S_WORN_N][e]
                broken += 1
        broken += left // t[T_USES][c]
    change = w[W_PROD][c] + w[W_AIDED][c] - w[W_CONS][c]
    return min(s[S_STOCK][c] + change - broken - s[S_FIN][c], s[S_FREE][c] + change)


@jit
def plan_fire(t: Any, s: Any, w: Any, c: Any) -> Any:
    """Share out what is left over to the moves that burn from ticks cell `c`: plain things first, then tools and
    stations, each for the fires that are lit after it is done with; `FILL` is what earlier fires lack. False where the
    chosen fuel for that is itself needed after a fire."""
    held, first = s[S_STOCK][c], w[W_OUT][OUT_BURNS]
    need = short(t, s, w, c) + w[W_AIDED][c]
    found = first
    for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1]):
        i = t[T_MEMBER][t[T_SUP_M][e]]
        if (w[W_SEEN][i] == 1 or s[S_STOCK][i] > 0) and left_over(t, s, w, i) > w[W_SPARE][i]:
            w[W_BURNS][found] = t[T_SUP_M][e]
            w[W_BURN][t[T_SUP_M][e]] = 0
            found += 1
    w[W_OUT][OUT_BURNS] = found
    for tools in range(2):
        for k in range(first, found):
            m = w[W_BURNS][k]
            i = t[T_MEMBER][m]
            if (w[W_HAVE][i] + t[T_USES][i] > 0) != (tools == 1):
                continue
            since = max(w[W_LATE][i], w[W_BUSY][i])
            room = need - max(0, fires_up_to(t, w, c, since) - held) - burned_since(t, w, c, since)
            value = given(t, m, c)
            n = (min(room, need - burned_since(t, w, c, -1)) + value - 1) // value
            w[W_BURN][m] = max(0, min(left_over(t, s, w, i) - w[W_SPARE][i], n))
            w[W_SPARE][i] += w[W_BURN][m]
    good = fill_early(t, s, w, c)
    for k in range(first, found if w[W_FILL][c] == 0 else first):  # what burns in vain need not burn
        m = w[W_BURNS][k]
        n = min(w[W_BURN][m], (burned_since(t, w, c, -1) - need) // given(t, m, c))
        if n > 0:
            w[W_BURN][m] -= n
            fill_early(t, s, w, c)
            n = 0 if w[W_FILL][c] == 0 else n
            w[W_BURN][m] += n
            w[W_FILL][c] = 0
    return good


@jit
def fill_early(t: Any, s: Any, w: Any, c: Any) -> Any:
    """Set how much of its chosen fuel ticks cell `c` needs for the fires before which nothing else may burn; False
    where that fuel itself is not there before the first of them."""
    fuel = t[T_MEMBER][w[W_VIA][c]]
    value = given(t, w[W_VIA][c], c)
    total = burned_since(t, w, c, -1)
    w[W_FILL][c] = 0
    for since in range(w[W_OUT][OUT_FIRES] + 1):
        early = total - burned_since(t, w, c, since)
        lack = fires_up_to(t, w, c, since) - s[S_STOCK][c] - early
        w[W_FILL][c] = max(w[W_FILL][c], (lack + value - 1) // value)
    return w[W_FILL][c] == 0 or max(w[W_LATE][fuel], w[W_BUSY][fuel]) == 0


@jit
def fires_up_to(t: Any, w: Any, c: Any, last: Any) -> Any:
    """Ticks of cell `c` that the moves that burn ask for, up to number `last`."""
    total = 0
    for k in range(1, last + 1):
        m = w[W_FIRES][k]
        for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
            if t[T_TAKE_C][e] == c:
                total += w[W_X][m] * t[T_TAKE_N][e]
    return total


@jit
def burned_since(t: Any, w: Any, c: Any, since: Any) -> Any:
    """Ticks of cell `c` from what burns beside the chosen fuel and may do so only after fire `since` or a later one."""
    total = 0
    for k in range(w[W_OUT][OUT_BURNS]):
        m = w[W_BURNS][k]
        i = t[T_MEMBER][m]
        if w[W_BURN][m] > 0 and max(w[W_LATE][i], w[W_BUSY][i]) >= since:
            total += w[W_BURN][m] * given(t, m, c)
    for a in range(w[W_OUT][OUT_AIDS]):
        i = t[T_MEMBER][w[W_AIDS][a]]
        if w[W_AIDC][a] == c and max(w[W_LATE][i], w[W_BUSY][i]) >= since:
            total += w[W_AIDN][a] * given(t, w[W_AIDS][a], c)
    return total


@jit
def spare(t: Any, s: Any, w: Any) -> Any:
    """Demand anew with what is left over burned first; False where that gives no counts."""
    burns = False
    for k in range(w[W_OUT][OUT_ORDER]):
        burns = burns or (t[T_KIND][w[W_ORDER][k]] == TICKS and w[W_CONS][w[W_ORDER][k]] > 0)
    if not burns:
        return True
    w[W_OUT][OUT_FUEL] = NOTHING
    if demand(t, s, w) != 1:
        return False
    lateness(t, w)
    for k in range(w[W_OUT][OUT_BURNS]):
        w[W_SPARE][t[T_MEMBER][w[W_BURNS][k]]] = 0
    w[W_OUT][OUT_BURNS] = 0
    for k in range(w[W_OUT][OUT_ORDER]):
        c = w[W_ORDER][k]
        if t[T_KIND][c] == TICKS and w[W_CONS][c] > 0 and not plan_fire(t, s, w, c):
            return False
    w[W_OUT][OUT_FUEL] = SPARE
    return demand(t, s, w) == 1


@jit
def evaluate(t: Any, s: Any, w: Any, lean: Any) -> Any:
    """Counts and cost for the choice. By-products are credited: 0 not at all, 1 where a first round of them is there, 2
    as if they came in time."""
    w[W_OUT][OUT_EVALS] += 1
    w[W_OUT][OUT_CREDIT] = 0
    w[W_OUT][OUT_FUEL] = CHOSEN
    for k in range(w[W_OUT][OUT_GREW]):
        w[W_GROWN][w[W_GREW][k]] = 0
    w[W_OUT][OUT_GREW] = 0
    if not settle(t, s, w) or (w[W_OUT][OUT_SPARING] > 0 and not spare(t, s, w)):
        return False
    if lean > 0:
        for _ in range(3):
            if not gather_credit(t, w):
                break
            w[W_OUT][OUT_CREDIT] = lean
            if demand(t, s, w) != 1:
                w[W_OUT][OUT_CREDIT] = 0
                if demand(t, s, w) != 1:
                    return False
                break
    price_of(t, s, w)
    return True


@jit
def first_evaluation(t: Any, s: Any, w: Any, lean: Any) -> Any:
    """`evaluate`, with a second, patient try where the first one finds no acyclic choice."""
    w[W_OUT][OUT_PATIENT] = 0
    if evaluate(t, s, w, lean):
        return True
    w[W_OUT][OUT_PATIENT] = 1
    return evaluate(t, s, w, lean)


@jit
def better(w: Any, best: Any) -> Any:
    """Whether the cost in `out` is smaller than `best`, compared in order."""
    for k in range(4):
        a = w[W_OUT][OUT_COST + k]
        if a != best[k]:
            return a < best[k]
    return False


@jit
def keep(w: Any, best: Any) -> None:
    for k in range(4):
        best[k] = w[W_OUT][OUT_COST + k]


@jit
def snapshot(w: Any) -> Any:
    """Copy the used cells and their suppliers, which the next evaluation overwrites; return how many.

    The suppliers become the choice: where one had to give way to the next (a cycle, a limit), exchange starts from what
    is really used.
    """
    n = w[W_OUT][OUT_ORDER]
    for k in range(n):
        c = w[W_ORDER][k]
        w[W_CELLS][k] = c
        w[W_BASE][c] = w[W_VIA][c]
        w[W_CHOICE][c] = w[W_VIA][c]
    return n


@jit
def try_one(t: Any, s: Any, w: Any, c: Any, m: Any, best: Any, lean: Any) -> Any:
    """Take supplier `m` for cell `c` where that is better; else leave the choice as it was."""
    old = w[W_CHOICE][c]
    w[W_CHOICE][c] = m
    if evaluate(t, s, w, lean) and better(w, best):
        keep(w, best)
        return True
    w[W_CHOICE][c] = old
    return False


@jit
def newly_used(t: Any, w: Any, n: Any) -> Any:
    """List in `fresh` the cells in use now that were not among the `n` of the snapshot and have a choice."""
    found = 0
    for k in range(n):
        w[W_MARKED][w[W_CELLS][k]] = 1
    for k in range(w[W_OUT][OUT_ORDER]):
        d = w[W_ORDER][k]
        if w[W_MARKED][d] == 0 and t[T_SUP_PTR][d + 1] - t[T_SUP_PTR][d] > 1:
            w[W_FRESH][found] = d
            found += 1
    for k in range(n):
        w[W_MARKED][w[W_CELLS][k]] = 0
    return found


@jit
def try_pair(t: Any, s: Any, w: Any, c: Any, m: Any, n: Any, best: Any, lean: Any, most: Any) -> Any:
    """Take supplier `m` for cell `c` together with another supplier of a cell it newly uses, where that is better."""
    old = w[W_CHOICE][c]
    w[W_CHOICE][c] = m
    found = newly_used(t, w, n) if evaluate(t, s, w, lean) else 0
    for k in range(found):
        d = w[W_FRESH][k]
        for e in range(t[T_SUP_PTR][d], t[T_PAIR_END][d]):
            if w[W_OUT][OUT_EVALS] < most and try_one(t, s, w, d, t[T_SUP_M][e], best, lean):
                return True
    w[W_CHOICE][c] = old
    return False


@jit
def try_tool(t: Any, s: Any, w: Any, tool: Any, n: Any, best: Any, lean: Any, close: Any) -> Any:
    """Serve every requirement by `tool` that it can serve, or (`close`) every one it serves now by another."""
    for k in range(n):
        c = w[W_CELLS][k]
        w[W_SAVED][c] = w[W_CHOICE][c]
        if t[T_KIND][c] != USES and t[T_KIND][c] != PRESENCE:
            continue
        now = t[T_MEMBER][w[W_BASE][c]]
        for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1]):
            m = t[T_SUP_M][e]
            other = t[T_MEMBER][m]
            if (close and now == tool and other != tool) or (not close and now != tool and other == tool):
                w[W_CHOICE][c] = m
                break
    good = evaluate(t, s, w, lean) and better(w, best)
    if good:
        keep(w, best)
        return True
    for k in range(n):
        c = w[W_CELLS][k]
        w[W_CHOICE][c] = w[W_SAVED][c]
    return False


@jit
def sweep_suppliers(t: Any, s: Any, w: Any, best: Any, most: Any, lean: Any) -> Any:
    """One round of single exchanges over the used cells; True where a better plan was found."""
    if not evaluate(t, s, w, lean):
        return False
    n = snapshot(w)
    found = False
    for k in range(n - 1, -1, -1):
        c = w[W_CELLS][k]
        for e in range(t[T_SUP_PTR][c], t[T_TRY_END][c]):
            m = t[T_SUP_M][e]
            if w[W_OUT][OUT_EVALS] >= most:
                return found
            if m != w[W_BASE][c] and try_one(t, s, w, c, m, best, lean):
                w[W_BASE][c] = m
                found = True
    return found


@jit
def sweep_tools(t: Any, s: Any, w: Any, best: Any, most: Any, lean: Any) -> Any:
    """Open for all, or close, each tool in use; True where a better plan was found."""
    if not evaluate(t, s, w, lean):
        return False
    n = snapshot(w)
    for k in range(n):
        c = w[W_CELLS][k]
        if t[T_KIND][c] != USES and t[T_KIND][c] != PRESENCE:
            continue
        tool = t[T_MEMBER][w[W_BASE][c]]
        for close in range(2):
            if w[W_OUT][OUT_EVALS] >= most:
                return False
            if try_tool(t, s, w, tool, n, best, lean, close == 1):
                return True
    return False


@jit
def sweep_pairs(t: Any, s: Any, w: Any, best: Any, most: Any, lean: Any) -> Any:
    """Exchanges that pay only together with one further down; True where a better plan was found."""
    if not evaluate(t, s, w, lean):
        return False
    n = snapshot(w)
    for k in range(n - 1, -1, -1):
        c = w[W_CELLS][k]
        for e in range(t[T_SUP_PTR][c], t[T_PAIR_END][c]):
            m = t[T_SUP_M][e]
            if w[W_OUT][OUT_EVALS] >= most:
                return False
            if m != w[W_BASE][c] and try_pair(t, s, w, c, m, n, best, lean, most):
                return True
    return False


@jit
def climb(t: Any, s: Any, w: Any, best: Any, most: Any, lean: Any) -> Any:
    """Improve the choice by exchange within `most` evaluations; leaves counts of the best choice in the scratch memory.

    `best` receives the cost. False where not even the first choice gives a plan.
    """
    w[W_OUT][OUT_EVALS] = 0
    if not first_evaluation(t, s, w, lean):
        return False
    keep(w, best)
    while w[W_OUT][OUT_EVALS] < most:
        if sweep_suppliers(t, s, w, best, most, lean):
            continue
        if sweep_tools(t, s, w, best, most, lean):
            continue
        if not sweep_pairs(t, s, w, best, most, lean):
            break
    return first_evaluation(t, s, w, lean)


@jit
def burn_spare(t: Any, s: Any, w: Any, best: Any, most: Any, lean: Any) -> Any:
    """Burn what is left over before fuel is made, and take another fuel for the rest where that is better than `best`;
    True where it is."""
    w[W_OUT][OUT_SPARING], w[W_OUT][OUT_EVALS] = 1, 0
    found = evaluate(t, s, w, lean) and better(w, best)
    if found:
        keep(w, best)
    n = snapshot(w)
    for k in range(n):
        w[W_MARKED][w[W_CELLS][k]] = 1
    for k in range(n):
        c = w[W_CELLS][k]
        for e in range(t[T_SUP_PTR][c], t[T_SUP_PTR][c + 1] if t[T_KIND][c] == TICKS else t[T_SUP_PTR][c]):
            m = t[T_SUP_M][e]
            known = e < t[T_TRY_END][c] or w[W_MARKED][t[T_MEMBER][m]] == 1
            if known and m != w[W_BASE][c] and w[W_OUT][OUT_EVALS] < most and try_one(t, s, w, c, m, best, lean):
                w[W_BASE][c] = m
                found = True
    for k in range(n):
        w[W_MARKED][w[W_CELLS][k]] = 0
    return found


@jit
def halve(t: Any, s: Any, w: Any, best: Any, most: Any, lean: Any) -> Any:
    """Let a second supplier help where that is better than `best`: a fuel or tool that is made with the first one, a
    way that needs some of its product, or what spares a batch that would be used in part; True where it is."""
    w[W_OUT][OUT_EVALS] = 0
    if not evaluate(t, s, w, lean):
        return False
    n = snapshot(w)
    found = False
    for k in range(n - 1, -1, -1):
        c = w[W_CELLS][k]
        for e in range(t[T_SUP_PTR][c], t[T_TRY_END][c]):
            m = t[T_SUP_M][e]
            if m == w[W_BASE][c] or w[W_OUT][OUT_AIDS] >= MOST_AIDS or w[W_OUT][OUT_EVALS] >= most:
                continue
            first = useful_aid(t, s, w, c, m)
            if first > 0:
                found = try_aid(t, s, w, c, m, first, best, lean) or found
                if not evaluate(t, s, w, lean):
                    return False
    return found


@jit
def useful_aid(t: Any, s: Any, w: Any, c: Any, m: Any) -> Any:
    """How often to apply `m` at first as a second supplier of cell `c`; 0 where that is of no use."""
    via = w[W_VIA][c]
    if helps(w, m, c) or w[W_X][via] == 0:
        return 0
    if t[T_KIND][c] == USES:
        tool = t[T_MEMBER][via]
        return max(0, min(w[W_CONS][c], w[W_WEAR][tool] - t[T_USES][tool])) if t[T_USES][tool] > 0 else 0
    if t[T_KIND][c] == TICKS:
        return min(1, w[W_CONS][c] // given(t, m, c))
    if t[T_KIND][c] != ITEM:
        return 0
    for e in range(t[T_TAKE_PTR][m], t[T_TAKE_PTR][m + 1]):
        if t[T_KIND][t[T_TAKE_C][e]] == TICKS:
            return 0
    for e in range(t[T_NEED_PTR][m], t[T_NEED_PTR][m + 1]):
        if t[T_NEED_C][e] == c:
            return 1
    return 1 if w[W_X][via] > 1 and left_over(t, s, w, c) > 0 else 0


@jit
def try_aid(t: Any, s: Any, w: Any, c: Any, m: Any, first: Any, best: Any, lean: Any) -> Any:
    """Let `m` help cell `c`, `first` times or as much more as is better still, with one of the best suppliers of the
    tool or fuel that it hands on; True where that is better than `best`."""
    a = w[W_OUT][OUT_AIDS]
    w[W_OUT][OUT_AIDS] = a + 1
    w[W_AIDS][a], w[W_AIDC][a], w[W_AIDN][a] = m, c, 0
    i = max(0, t[T_MEMBER][m])
    start = t[T_SUP_PTR][i]
    fresh = t[T_MEMBER][m] >= 0 and w[W_COLOR][i] != 2
    now, n = w[W_CHOICE][i], 0
    for e in range(start, t[T_TRY_END][i] if fresh else start + 1):
        if fresh:
            w[W_CHOICE][i] = t[T_SUP_M][e]
        step, good, filled = first, False, t[T_KIND][c] != USES
        while step > 0:
            help_with(t, w, a, n + step)
            enough = evaluate(t, s, w, lean)
            if enough and not filled:  # what makes the better tool wears the first one too
                filled = True
                more = w[W_WEAR][t[T_MEMBER][w[W_VIA][c]]] - t[T_USES][t[T_MEMBER][w[W_VIA][c]]]
                if more > 0:
                    step += more
                    continue
            if enough and better(w, best):
                keep(w, best)
                n, step, good = n + step, 0 if t[T_KIND][c] == USES else 2 * step, True
            else:
                step = step // 2 if good else 0
        if good:
            now = w[W_CHOICE][i]
        w[W_CHOICE][i] = now
    help_with(t, w, a, n)
    if n == 0:
        w[W_OUT][OUT_AIDS] = a
    return n > 0


@jit
def help_with(t: Any, w: Any, a: Any, n: Any) -> None:
    """Apply the second supplier number `a` so many times from now on."""
    c = w[W_AIDC][a]
    w[W_AIDED][c] += (n - w[W_AIDN][a]) * given(t, w[W_AIDS][a], c)
    w[W_AIDN][a] = n
