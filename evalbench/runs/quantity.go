package runs

import (
	"slices"
	"strings"
)

// Quantity is a measured quantity; it has the same name in all kinds of runs.
type Quantity struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Unit  string `json:"unit,omitempty"`
}

// PubevalPPG is the name of the points per game against pubeval.
const PubevalPPG = "pubeval_ppg"

// generations is the name of the quantity with the number of a generation.
const generations = "generation"

// quantities are the known quantities in the order of display. Unknown ones follow them.
var quantities = []Quantity{
	{PubevalPPG, "Strength against pubeval", "points per game"},
	{"match_ppg", "Strength against the previous best net", "points per game"},
	{"start_ppg", "Strength against the initial model", "points per game"},
	{"loss", "Loss of self-play", "half the squared errors of the outputs, mean per position"},
	{"training_loss", "Training loss", "mean per position"},
	{"validation_loss", "Validation loss", "mean per position"},
	{"divergence", "Divergence on the validation positions", "nats per position"},
	{"equity_rmse", "Error of the equity on the validation positions", "root mean square, mEq"},
	{"equity_rmse_race", "Error of the equity in races", "root mean square, mEq"},
	{"equity_rmse_crashed", "Error of the equity in crashed positions", "root mean square, mEq"},
	{"equity_rmse_contact", "Error of the equity in contact positions", "root mean square, mEq"},
	{"gammon_share", "Gammons", "share of self-play games, backgammons included"},
	{"backgammon_share", "Backgammons", "share of self-play games"},
	{"rate", "Learning rate", ""},
	{"lambda", "λ", ""},
	{"games_per_second", "Speed", "games a second"},
	{"label_change", "Change of the labels by the look-ahead", "mean absolute difference, mEq"},
	{"label_error", "Standard error of the labels", "mean, mEq"},
	{"rows", "Positions trained on", ""},
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
