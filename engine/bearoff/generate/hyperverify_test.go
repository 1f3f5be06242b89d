package generate

import (
	"bytes"
	"context"
	"testing"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/internal/must"
)

func verifyHyperBytes(t *testing.T, data []byte, sample int) (int64, error) {
	t.Helper()
	d := must.Get(bearoff.NewHyper("database", data))(t)
	v := verifier{name: "database", pool: newPool(context.Background(), 0), options: VerifyOptions{Sample: sample, Seed: 1}}
	return v.hyper(d)
}

func TestVerifyHyper(t *testing.T) {
	report, err := Verify(t.Context(), hypers.Path(t, 1), VerifyOptions{})
	if err != nil || report.Checked != 676 || report.Checkers != 1 {
		t.Errorf("%+v, %v; want 676 checked", report, err)
	}
	if checked, err := verifyHyperBytes(t, hypers.File(t, 2), 5000); err != nil || checked != 5000 {
		t.Errorf("%d checked, %v; want 5000", checked, err)
	}
}

func TestVerifyHyperFindsFaults(t *testing.T) {
	whole := hypers.File(t, 1)
	at := func(own, opp int) int { return format.HeaderSize + (own*26+opp)*format.HyperSize }
	for _, c := range []struct {
		name  string
		place int
		bits  byte
		want  string
	}{
		{"unused byte", at(7, 9) + 27, 1, "position 7 against 9"},
		{"illegal", at(7, 18) + 1, 1, "position 7 against 18"},
		{"won", at(0, 7), 1, "position 0 against 7"},
		{"lost", at(7, 0) + 14, 0x80, "position 7 against 0"},
		{"chance to win", at(7, 9) + 2, 8, "position 7 against 9"},
		{"backgammon", at(7, 9) + 14, 0x80, "probabilities"},
		{"owned", at(7, 9) + 16, 4, "owned equity"},
		{"centred", at(7, 9) + 19, 4, "centred equity"},
		{"Jacoby", at(7, 9) + 22, 4, "Jacoby equity"},
		{"opponent", at(7, 9) + 25, 4, "opponent's equity"},
	} {
		data := bytes.Clone(whole)
		data[c.place] ^= c.bits
		_, err := verifyHyperBytes(t, data, 0)
		must.Fail(t, err, c.want, c.name)
	}
}
