package table_test

import (
	"bytes"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/table"
	"gammonlab/internal/must"
)

func TestCSVWriterLosesNothing(t *testing.T) {
	rows := datasetstest.Rows(400, board.Backgammon, 5)
	rows[0].Source = `game 3, "a; b", ü`
	var text bytes.Buffer
	w := table.NewWriter(&text, false)
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Flush())
	r := must.Get(table.NewCSV(&text, "table.csv", board.Backgammon, nil))(t)
	got := must.Get(datasets.ReadAll(r))(t)
	datasetstest.Want(t, got, rows)
}

func TestCSVWriterColumns(t *testing.T) {
	r := datasets.NewRow(board.Backgammon.Start())
	r.Source, r.Seed = "self-play", 7
	labelled := r
	labelled.Method, labelled.Probabilities[0], labelled.Errors[0], labelled.Trials = datasets.Rollout, 0.5, 0.001, 1296
	var text strings.Builder
	w := table.NewWriter(&text, false)
	for _, r := range []datasets.Row{r, labelled} {
		must.OK(t, w.Write(&r))
	}
	must.OK(t, w.Flush())
	const want = "position_id,class,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon," +
		"win_error,win_gammon_error,win_backgammon_error,lose_gammon_error,lose_backgammon_error," +
		"equity_error,cubeful,method,trials,labeller,source,seed\n" +
		"4HPwATDgc/ABMA,contact,,,,,,,,,,,,,none,,,self-play,7\n" +
		"4HPwATDgc/ABMA,contact,0.5,0,0,0,0,0.001,,,,,,,rollout,1296,,self-play,7\n"
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", text.String(), want)
	}
}
