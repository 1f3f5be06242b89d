package app

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/report"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

const hostile = "\x1b[2J\x1b]0;title\x07\r\u009b31m\u202e\xff\nsha256  faked"

func wantVisible(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == '\ufffd' {
			t.Errorf("%q holds %q", text, r)
			return
		}
	}
	if strings.Contains(text, "\nsha256  faked") {
		t.Errorf("%q has a line that is faked", text)
	}
}

// Texts in files cannot move the cursor of a terminal.
func TestHostileTexts(t *testing.T) {
	model := must.Get(nets.Load(tiny))(t)
	text := strings.ReplaceAll(hostile, "\xff", "") // JSON cannot contain this byte
	model.Provenance[text] = text
	evil := filepath.Join(t.TempDir(), "evil.safetensors")
	must.OK(t, model.Save(evil))
	row := datasets.NewRow(board.Backgammon.Start())
	database := datasetstest.Write(t, datasets.Meta{Variant: board.Backgammon, Provenance: map[string]string{text: text}}, []datasets.Row{row})
	for _, args := range [][]string{{"weights", "info", evil}, {"dataset", "info", database}, {"dataset", "dump", database}} {
		out, errOut := program.Reads(t, "", args...)
		wantVisible(t, out)
		wantVisible(t, errOut[strings.LastIndex(errOut, "\r")+1:]) // after the progress bar
	}
	_, errOut, _ := program.Run(t, hostile, "eval", "-")
	wantVisible(t, errOut)
	hostileRow := datasets.Row{Position: row.Position, Method: datasets.Ply1, Labeller: hostile, Source: hostile}
	wantVisible(t, report.RowText(&hostileRow))
}
