package result

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Numbers returns the numbers in the JSON that a command prints, by name. In objects inside
// it, names are joined by dots; "value" is omitted, low and high become _low and _high. Of a
// list of measurements, it takes the last one, or the best one if one has "best": true; of
// several parts or classes, each of them.
func Numbers(text []byte) (map[string]float64, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	all := map[string]float64{}
	addNumbers(all, "", value)
	return all, nil
}

func addNumbers(all map[string]float64, name string, value any) {
	switch of := value.(type) {
	case float64:
		all[name] = of
	case map[string]any:
		for key, inner := range of {
			addNumbers(all, joined(name, key), inner)
		}
	case []any:
		addList(all, name, of)
	}
}

// addList adds the numbers of a list of objects.
func addList(all map[string]float64, name string, list []any) {
	parts := map[string]map[string]any{}
	for _, value := range list {
		of, ok := value.(map[string]any)
		if !ok {
			return
		}
		part := partOf(of)
		if is, ok := of["best"].(bool); !ok || is || parts[part] == nil {
			parts[part] = of
		}
	}
	for part, of := range parts {
		switch {
		case part == "all" || len(parts) == 1:
			part = name
		case name != "":
			part = name + "." + part
		}
		if name == "metrics" { // of trainings, whose results they are
			part = ""
			if len(parts) > 1 {
				part = partOf(of)
			}
		}
		addNumbers(all, part, of)
	}
}

// partKeys are the keys that name the part or class that a measurement is about.
var partKeys = []string{"part", "class"}

// partOf returns the name of the part, class or model that a measurement is about.
func partOf(of map[string]any) string {
	for _, key := range partKeys {
		if name, ok := of[key].(string); ok {
			return name
		}
	}
	return ""
}

// joined returns the name of a member.
func joined(name, key string) string {
	switch {
	case name == "":
		return key
	case key == "value":
		return name
	case key == "low" || key == "high":
		return fmt.Sprintf("%s_%s", name, key)
	}
	return name + "." + key
}
