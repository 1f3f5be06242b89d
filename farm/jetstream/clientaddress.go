package jetstream

import (
	"fmt"
	"net/url"
	"strings"
)

// checkAddress returns an error for an address without a host: such a server would be waited
// for without end. Commas may separate the addresses of several servers.
func checkAddress(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		full := strings.TrimSpace(one)
		if full != "" && !strings.Contains(full, "://") {
			full = "nats://" + full
		}
		u, err := url.Parse(full)
		if err != nil || u.Hostname() == "" {
			return fmt.Errorf("the address of the server is %q, want a host, such as nats://host:4222", text)
		}
	}
	return nil
}
