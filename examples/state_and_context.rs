//! What a tool can have besides its arguments: state, the call it runs in, and an instance.
//!
//! `cargo run --example state_and_context` runs a bakery: a catalogue that every tool shares, a
//! purse that belongs to the caller, a basket of each view's own, an oven that reports its progress
//! and stops when the call is cancelled. None of these is in a schema, so no model can set them.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tool_registry::Need;
use tool_registry::prelude::*;

/// Prices in cents: state that every call shares.
pub struct Catalogue {
    prices: BTreeMap<&'static str, u32>,
}

/// What customers can spend: state that no tool takes as it is.
pub struct Purses {
    cents: BTreeMap<&'static str, u32>,
}

/// The purse of whoever calls, in cents: a parameter of the program's own.
pub struct Purse(u32);

impl FromContext for Purse {
    fn from_context(context: &Context) -> Result<Self, CallError> {
        let purses = State::<Purses>::from_context(context)?;
        let cents = context.caller().name().and_then(|name| purses.cents.get(name));
        cents
            .map(|cents| Purse(*cents))
            .ok_or_else(|| CallError::unavailable("only customers with a purse can buy"))
    }

    /// Lets `build()` say that the purses are missing, before any call.
    fn needs() -> Vec<Need> {
        vec![Need::state::<Purses>()]
    }
}

/// Says what a thing costs, in cents.
#[tool]
pub fn price(catalogue: State<Catalogue>, item: &str) -> Option<u32> {
    catalogue.prices.get(item).copied()
}

/// Holds what one customer buys.
#[tool]
#[derive(Default)]
pub struct Basket {
    items: Vec<String>,
    cents: u32,
}

#[tool]
impl Basket {
    /// Adds a thing and says how many there are now.
    pub fn add(
        &mut self,
        /// A thing of the catalogue.
        item: String,
        catalogue: State<Catalogue>,
        purse: Purse,
    ) -> Result<usize, String> {
        let price = catalogue.prices.get(item.as_str());
        let total = self.cents + price.ok_or_else(|| format!("we have no {item}"))?;
        if total > purse.0 {
            return Err(format!("{total} cents are more than the {} in the purse", purse.0));
        }
        self.cents = total;
        self.items.push(item);
        Ok(self.items.len())
    }

    /// Says what it holds, and for whom.
    pub fn receipt(&self, context: &Context) -> String {
        format!(
            "{} for {}: {} = {} cents",
            context.tool(),
            context.caller().name().unwrap_or("nobody"),
            self.items.join(" + "),
            self.cents
        )
    }
}

/// Heats while loaves are in it.
pub struct Oven {
    /// How many loaves came out when it was switched off; `None` while it is hot.
    baked: watch::Sender<Option<u32>>,
}

/// Bakes loaves, one after the other.
#[tool]
pub async fn bake(
    loaves: u32,
    oven: State<Oven>,
    progress: Progress,
    token: CancellationToken,
) -> Result<u32, CallError> {
    // A task of its own outlives a call that is dropped; the token tells it to stop.
    let baking = tokio::spawn(async move {
        oven.baked.send_replace(None);
        let mut baked = 0;
        while baked < loaves {
            tokio::select! {
                () = token.cancelled() => break,
                () = tokio::time::sleep(Duration::from_millis(2)) => baked += 1,
            }
            progress.report_with(baked.into(), Some(loaves.into()), "smells good");
        }
        oven.baked.send_replace(Some(baked));
        baked
    });
    baking.await.map_err(CallError::from_error)
}

fn main() -> Result<(), Box<dyn Error>> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    println!("Without state, {}\n", Registry::builder().build().unwrap_err());

    let (baked, mut oven) = watch::channel(None);
    let registry = Registry::builder()
        .state(Catalogue { prices: BTreeMap::from([("bun", 120), ("loaf", 450)]) })
        .state(Purses { cents: BTreeMap::from([("ada", 1000), ("bob", 300)]) })
        .state(Oven { baked })
        .build()?;

    let schema = &registry.get("Basket")?.schemas["add"].input_schema;
    println!("Basket.add takes {}", schema["properties"]);
    println!("price -> {}", registry.call("price", json!({"item": "bun"})).await?.data());

    println!("\nEach customer has a basket:");
    let customer =
        |name: &str| registry.view().caller(Caller::agent(name)).provide(Basket::default()).build();
    let (ada, bob) = (customer("ada")?, customer("bob")?);
    // Both change the same basket; the second waits for the first.
    let (first, second) = tokio::join!(
        ada.call("Basket.add", json!({"item": "loaf"})),
        ada.call("Basket.add", json!({"item": "bun"})),
    );
    println!("ada: things in the basket -> {}, {}", first?.data(), second?.data());
    println!("bob: {}", bob.call("Basket.add", json!({"item": "loaf"})).await.unwrap_err());
    bob.call("Basket.add", json!({"item": "bun"})).await?;
    for view in [&ada, &bob] {
        println!("{}", view.call("Basket.receipt", json!({})).await?.into_text());
    }
    let nobody = registry.call("Basket.add", json!({"item": "bun"})).await;
    println!("nobody: {}", nobody.unwrap_err());

    println!("\nProgress:");
    let call = ToolCall::new("bake", json!({"loaves": 2})).on_progress(|update| {
        let (done, total) = (update.progress, update.total.unwrap_or_default());
        println!("{done} of {total}: {}", update.message.unwrap_or_default());
    });
    println!("bake -> {}", ada.execute(call).await?.data());

    println!("\nCancelled after three of a thousand loaves:");
    let token = CancellationToken::new();
    let stop = token.clone();
    let call = ToolCall::new("bake", json!({"loaves": 1000})).cancelled_by(token).on_progress(
        move |update| {
            if update.progress >= 3.0 {
                stop.cancel();
            }
        },
    );
    println!("bake -> {}", ada.execute(call).await.unwrap_err());
    let baked = *oven.wait_for(Option::is_some).await?;
    println!("the oven was switched off after {} loaves", baked.unwrap_or_default());
    Ok(())
}
