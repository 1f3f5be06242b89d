package runs

import (
	"slices"
	"strings"

	"gammonlab/internal/result"
)

// Quantity is a measured quantity; it has the same name in all kinds of runs.
type Quantity struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Unit  string `json:"unit,omitempty"`

	// Opponent is the player against which strength in a chart was measured; "" of other quantities.
	Opponent string `json:"opponent,omitempty"`

	measure result.Unit // that people read in another unit, at the beginning of Unit
}

// read returns the unit that people read and the number of them in one of the unit.
func (q Quantity) read() (unit string, factor float64) {
	if of, ok := strings.CutPrefix(q.Unit, string(q.measure)); ok {
		return q.measure.String() + of, q.measure.Factor()
	}
	return q.Unit, 1
}

// Text formats a value of the quantity, or a difference, with half its interval, which is unknown if it is
// infinite, in the unit that people read.
func (q Quantity) Text(value, margin float64) string {
	text := strings.TrimSpace(q.measure.Text(value, margin) + " " + q.measure.String())
	return strings.ReplaceAll(text, "-", "−")
}

// Strength is the name of the points per game against an opponent.
const Strength = "strength"

// earlierStrength is the name of the points per game against pubeval in metrics of earlier versions.
const earlierStrength = "pubeval_ppg"

// generations is the name of the quantity with the number of a generation.
const generations = "generation"

// quantities are the known quantities in the order of display. Unknown ones follow them.
var quantities = []Quantity{
	{Name: Strength, Title: "Strength", Unit: "points per game", measure: result.Points},
	{Name: "match_ppg", Title: "Strength against the previous best net", Unit: "points per game", measure: result.Points},
	{Name: "start_ppg", Title: "Strength against the initial model", Unit: "points per game", measure: result.Points},
	{Name: "loss", Title: "Loss in self-play (squared)", Unit: "half the squared errors of the outputs, mean per position"},
	{Name: "training_loss", Title: "Training loss", Unit: "mean per position"},
	{Name: "validation_loss", Title: "Validation loss", Unit: "mean per position"},
	{Name: "divergence", Title: "Divergence on the validation positions", Unit: "nats per position"},
	{Name: "equity_rmse", Title: "Error of the equity on the validation positions", Unit: "root mean square, mEq"},
	{Name: "equity_rmse_race", Title: "Error of the equity in races", Unit: "root mean square, mEq"},
	{Name: "equity_rmse_crashed", Title: "Error of the equity in crashed positions", Unit: "root mean square, mEq"},
	{Name: "equity_rmse_contact", Title: "Error of the equity in contact positions", Unit: "root mean square, mEq"},
	{Name: "gammon_share", Title: "Gammons", Unit: "share of self-play games, backgammons included"},
	{Name: "backgammon_share", Title: "Backgammons", Unit: "share of self-play games"},
	{Name: "rate", Title: "rate", Unit: "learning rate"},
	{Name: "lambda", Title: "lambda", Unit: "λ of TD(λ)"},
	{Name: "games_per_second", Title: "Speed", Unit: "games a second"},
	{Name: "label_change", Title: "Change of the labels by the look-ahead", Unit: "mean absolute difference, mEq"},
	{Name: "label_error", Title: "Standard error of the labels", Unit: "mean, mEq"},
	{Name: "rows", Title: "Positions trained on"},
}

// quantityOf returns the quantity with the name.
func quantityOf(name string) Quantity {
	for _, q := range quantities {
		if q.Name == name {
			return q
		}
	}
	return Quantity{Name: name, Title: strings.ReplaceAll(name, "_", " ")}
}

// quantityName returns the name of a field's quantity, "" if the field is not a quantity.
// Fields of nets and benchmarks may be known quantities; match.ppg is match_ppg.
func quantityName(kind Kind, field string) string {
	isKnown := func(name string) bool {
		return slices.ContainsFunc(quantities, func(q Quantity) bool { return q.Name == name })
	}
	section, last, nested := strings.Cut(field, ".")
	if !nested {
		last = field
	}
	isAxis := slices.ContainsFunc(axisFields, func(f axisField) bool { return f.name == last })
	joined := strings.ReplaceAll(field, ".", "_")
	switch {
	case field == generations:
		return field
	case last == earlierStrength || joined == earlierStrength:
		return Strength
	case isAxis || field == "bench_games" || kind == Iterate && isDetail(field):
		return ""
	case (section == "nets" || section == "bench") && isKnown(last):
		return last
	case isKnown(joined):
		return joined
	}
	return field
}

// isDetail reports whether a field of a score describes the measurement, not the
// strength.
func isDetail(field string) bool {
	score, name, ok := strings.Cut(field, ".")
	return ok && slices.Contains([]string{"match", "start", "pubeval"}, score) && name != "ppg" &&
		name != "ppg"+lowSuffix && name != "ppg"+highSuffix
}

// Quantities returns the quantities that at least one of the runs has, known quantities
// first.
func Quantities(all []*Run) []Quantity {
	names := map[string]bool{}
	for _, r := range all {
		for _, p := range r.points {
			for k := range p.values {
				names[k.name] = true
			}
		}
	}
	delete(names, generations)
	var found []Quantity
	for _, q := range quantities {
		if names[q.Name] {
			found = append(found, q)
			delete(names, q.Name)
		}
	}
	for name := range names {
		found = append(found, quantityOf(name))
	}
	known := slices.IndexFunc(found, func(q Quantity) bool { return names[q.Name] })
	if known >= 0 {
		slices.SortFunc(found[known:], func(a, b Quantity) int { return strings.Compare(a.Name, b.Name) })
	}
	return found
}
