package wire

import (
	"testing"
	"time"

	"gammonlab/internal/must"
)

func TestAddressWithoutHost(t *testing.T) {
	for _, url := range []string{"", " ", "nats://", "nats://:4222", ":4222", "tls:///path", "nats://a:4222,", "nats://a,,b", "nats://a:b:c"} {
		client, err := DialPatiently(t.Context(), Options{URL: url}, func(time.Duration, error) { t.Errorf("%q is waited for", url) })
		if client != nil {
			client.Close()
		}
		must.Fail(t, err, "want a host, such as nats://host:4222", url)
		must.Fail(t, must.Err(Dial(t.Context(), Options{URL: url, Wait: true})), "want a host", url)
	}
	for _, url := range []string{"nats://host:4222", "host", "host:4222", "nats://user:word@[::1]:4222", "tls://a:1,b:2"} {
		must.OK(t, checkAddress(url))
	}
}
