"""Names of the rows that the kernels work on, and of the places in their row of scalars.

`T_` rows hold the tables of `pddl/tables.py`, flat: `*_PTR` delimit the entries of a move (or, for `SUP`, of a cell),
`*_C` are cells, `*_M` moves, `*_N` amounts. A cell's suppliers stand cheapest first; exchange tries those up to
`TRY_END`, or `PAIR_END` where two cells change together. Entries of takes and needs stand in an order that does not
depend on names. `CRITERIA` are three codes (0 effort, 1 applications, 2 distinct operators): the order in which costs
are compared.

`S_` rows hold a situation: what is held, what of it may be taken, what must be there at the end, the uses left of worn
tools (ascending), the cells whose end is not met yet; `SIZES[0]` is how many of those there are. `DISLIKE` is 1 for
each move that is not among the preferred ones, where any are named: it breaks ties of cost.

`W_` rows are scratch memory, reset by whoever touched them. Of them, those of fires: `LATE` after which of the moves
that burn (`FIRES`, numbered from 1) a cell is there, `BUSY` during which it is last needed at hand, `BURN` how many
pieces each move burns of what is left over (the moves are listed in `BURNS`), `SPARE` how many of a cell those are in
all, `FILL` how many of the chosen fuel a cell of ticks gets at least. A second supplier that helps the chosen one
stands in `AIDS`, with how often it is applied (`AIDN`) and for which cell (`AIDC`); `AIDED` is what a cell gets so.
"""

(
    T_TAKE_PTR,
    T_TAKE_C,
    T_TAKE_N,
    T_GIVE_PTR,
    T_GIVE_C,
    T_GIVE_N,
    T_NEED_PTR,
    T_NEED_C,
    T_NEED_N,
    T_SUP_PTR,
    T_SUP_M,
    T_TRY_END,
    T_PAIR_END,
    T_KIND,
    T_USES,
    T_MKIND,
    T_MEMBER,
    T_ORIGIN,
    T_LIMIT,
    T_EFFORT,
    T_COUNTS,
    T_CRITERIA,
) = range(22)
(
    S_STOCK,
    S_FREE,
    S_FIN,
    S_WORN_PTR,
    S_WORN_N,
    S_TARGETS,
    S_SIZES,
    S_DISLIKE,
) = range(8)
(
    W_COLOR,
    W_PLACE,
    W_ATTEMPT,
    W_DEP,
    W_STACK,
    W_ORDER,
    W_VIA,
    W_X,
    W_ACTIVE,
    W_CONS,
    W_HAVE,
    W_WEAR,
    W_PROD,
    W_CREDIT,
    W_CIRC,
    W_GROWN,
    W_GREW,
    W_LEAVES,
    W_SEEN,
    W_MARK,
    W_CHOICE,
    W_CELLS,
    W_BASE,
    W_SAVED,
    W_MARKED,
    W_FRESH,
    W_FAILED,
    W_SPARE,
    W_LATE,
    W_BUSY,
    W_FIRES,
    W_BURN,
    W_BURNS,
    W_FILL,
    W_ROOTS,
    W_AIDS,
    W_AIDN,
    W_AIDC,
    W_AIDED,
    W_OUT,
) = range(40)

(
    OUT_ORDER,
    OUT_FAILED,
    OUT_LEAVES,
    OUT_ACTIVE,
    OUT_GREW,
    OUT_EVALS,
    OUT_CREDIT,
    OUT_PATIENT,
    OUT_FIRES,
    OUT_SPARING,
    OUT_FUEL,
    OUT_BURNS,
    OUT_AIDS,
    OUT_COST,
) = range(14)
"""Places in `W_OUT`: lengths of lists, evaluations done, whether by-products are credited, whether the search for
suppliers is patient, how many moves burn, whether what is left over is to burn, how fuel is supplied, how
many moves burn what is left over, how many suppliers help the chosen ones, and the cost (four numbers)."""

T_ROWS, S_ROWS, W_ROWS = T_CRITERIA + 1, S_DISLIKE + 1, W_OUT + 1
